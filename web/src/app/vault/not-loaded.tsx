import { Button } from 'antd';
import { failureText } from '../../api/index.ts';
import { MainPart } from '../frame/main-part.tsx';
import { pageTexts } from '../texts.ts';
import { commonTexts } from '../../kit/texts.ts';
import styles from './vault.module.css';

/** Replaces the vault when the session cannot be loaded: the reason, and a retry (USE-11). */
export function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <MainPart className={styles['notice']}>
      <h2 className={styles['noticeTitle']}>{pageTexts.notLoaded}</h2>
      <p className={styles['noticeText']}>{failureText(error)}</p>
      <Button type="primary" onClick={onRetry}>
        {commonTexts.tryAgain}
      </Button>
    </MainPart>
  );
}
