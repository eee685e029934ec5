import { lazy, Suspense } from 'react';
import { PageLoader } from '../../kit/index.ts';
import { MainPart } from '../frame/main-part.tsx';
import { pageTexts } from '../texts.ts';
import styles from './vault.module.css';

const AccountPage = lazy(async () => ({ default: (await import('../../account/index.ts')).AccountPage }));

/** The page of the person's own account, in the place of a tab; its code is loaded when it is first opened. */
export function AccountView() {
  return (
    <MainPart className={styles['main']}>
      <Suspense fallback={<PageLoader label={pageTexts.loadingAccount} />}>
        <AccountPage />
      </Suspense>
    </MainPart>
  );
}
