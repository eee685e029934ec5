import { EyeInvisibleOutlined } from '@ant-design/icons';
import { Messages } from '@vault/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { EmptyState } from '../kit/index.ts';
import { commonTexts } from '../kit/texts.ts';
import { Stage } from './stage.tsx';
import styles from './preview.module.css';

interface NotSupportedProps {
  label: string;
  /** replaces 'Preview is not supported.' when the file could be shown but failed to load */
  title?: string;
  /** the reason */
  hint?: string | null;
  /** present when a retry can help */
  onRetry?: (() => void) | undefined;
  /** an alternative action */
  action?: ReactNode;
}

/** PREVIEW-02, T-23: shown for a file that cannot be previewed. */
export function NotSupported({
  label,
  title = Messages.previewUnsupported,
  hint = null,
  onRetry,
  action,
}: NotSupportedProps) {
  return (
    <Stage label={label}>
      <div className={styles['middle']} role="status">
        <EmptyState icon={<EyeInvisibleOutlined />} title={title} hint={hint}>
          {onRetry && (
            <Button className={styles['retry']} onClick={onRetry}>
              {commonTexts.tryAgain}
            </Button>
          )}
          {action}
        </EmptyState>
      </div>
    </Stage>
  );
}
