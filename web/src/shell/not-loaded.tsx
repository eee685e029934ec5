import { Button } from 'antd';
import { MainPart } from './main-part.tsx';
import styles from './shell.module.css';

/** Stands in place of the vault when it cannot be asked who is signed in. */
export function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <MainPart className={styles['notice']}>
      <h2 className={styles['noticeTitle']}>The vault could not be loaded</h2>
      <p className={styles['noticeText']}>Check your connection, then try again.</p>
      <Button type="primary" onClick={onRetry}>
        Try again
      </Button>
    </MainPart>
  );
}
