import { EyeInvisibleOutlined } from '@ant-design/icons';
import { Messages } from '@vault/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { EmptyState } from '../kit/index.ts';
import { Stage } from './stage.tsx';
import styles from './preview.module.css';

interface NotSupportedProps {
  label: string;
  /** in place of 'Preview is not supported.', where the file could be shown but does not come */
  title?: string;
  /** why */
  hint?: string | null;
  /** where another try may help */
  onRetry?: (() => void) | undefined;
  /** what can be done instead */
  action?: ReactNode;
}

/** PREVIEW-02, T-23: in place of what cannot be shown. */
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
            <Button className={styles['retry'] ?? ''} onClick={onRetry}>
              Try again
            </Button>
          )}
          {action}
        </EmptyState>
      </div>
    </Stage>
  );
}
