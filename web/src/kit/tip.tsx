import { TOOLTIP_MAX_HEIGHT, TOOLTIP_MAX_WIDTH } from '@vault/contract';
import { Tooltip } from 'antd';
import type { ReactElement } from 'react';

interface TipProps {
  text: string;
  children: ReactElement;
}

/** A tooltip with the maximum size of UI-11; longer texts scroll in it. */
export function Tip({ text, children }: TipProps) {
  return (
    <Tooltip
      title={text}
      mouseEnterDelay={0.4}
      trigger={['hover', 'focus']}
      styles={{
        root: { maxWidth: TOOLTIP_MAX_WIDTH },
        container: {
          maxWidth: TOOLTIP_MAX_WIDTH,
          maxHeight: TOOLTIP_MAX_HEIGHT,
          overflowY: 'auto',
          overflowWrap: 'anywhere',
          fontSize: 12,
          lineHeight: '16px',
        },
      }}
    >
      {children}
    </Tooltip>
  );
}
