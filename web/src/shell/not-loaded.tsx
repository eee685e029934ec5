import { Button } from 'antd';
import { failureText } from '../api/index.ts';
import { MainPart } from './main-part.tsx';
import styles from './shell.module.css';

/** In place of the vault when it cannot be asked who is signed in: why, and what to do (USE-11). */
export function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <MainPart className={styles['notice']}>
      <h2 className={styles['noticeTitle']}>The vault could not be loaded</h2>
      <p className={styles['noticeText']}>{failureText(error)}</p>
      <Button type="primary" onClick={onRetry}>
        Try again
      </Button>
    </MainPart>
  );
}
