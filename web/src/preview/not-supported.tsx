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
  /** the title; by default 'Preview is not supported.' */
  title?: string;
  /** a sentence with the reason */
  hint?: string | null;
  /** called by the retry button; absent when a retry cannot help */
  onRetry?: (() => void) | undefined;
  /** another button, such as a download */
  action?: ReactNode;
}

/** PREVIEW-02, T-23: replaces the preview of a file that cannot be shown. */
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
