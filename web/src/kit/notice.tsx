import {
  CheckCircleFilled,
  CloseOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { dialogTexts } from './list-texts.ts';
import styles from './notice.module.css';

type NoticeKind = 'success' | 'info' | 'warning' | 'error';

interface NoticeProps {
  kind: NoticeKind;
  title: string;
  /** content below the title */
  children?: ReactNode;
  /** a button at the end */
  action?: ReactNode;
  /** called by the close button; without it the notice has no close button */
  onClose?: () => void;
}

const ICONS: Record<NoticeKind, ReactElement> = {
  success: <CheckCircleFilled />,
  info: <InfoCircleFilled />,
  warning: <ExclamationCircleFilled />,
  error: <ExclamationCircleFilled />,
};

/** A short message that stays on the screen, for texts that a toast would show too briefly. */
export function Notice({ kind, title, children, action, onClose }: NoticeProps) {
  return (
    <div className={styles['notice']} data-kind={kind}>
      <span className={styles['icon']} aria-hidden>
        {ICONS[kind]}
      </span>
      <div className={styles['words']}>
        <p>{title}</p>
        {children}
      </div>
      {action}
      {onClose && (
        <Button
          type="text"
          size="small"
          aria-label={dialogTexts.dismiss}
          icon={<CloseOutlined />}
          onClick={onClose}
        />
      )}
    </div>
  );
}
