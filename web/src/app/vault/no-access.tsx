import { LockOutlined } from '@ant-design/icons';
import { Messages } from '@vault/contract';
import type { ReactNode } from 'react';
import { MainPart } from '../frame/main-part.tsx';
import styles from './vault.module.css';

/**
 * SHELL-10: replaces the tabs by two texts. `children` is an alternative below them, such as a button to the own
 * record.
 */
export function NoAccess({ children }: { children?: ReactNode }) {
  return (
    <MainPart className={styles['notice']}>
      <LockOutlined className={styles['noticeIcon']} aria-hidden />
      <h2 className={styles['noticeTitle']}>{Messages.noAccess}</h2>
      <p className={styles['noticeText']}>{Messages.contactAdmin}</p>
      {children}
    </MainPart>
  );
}
