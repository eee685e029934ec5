import { lazy, Suspense } from 'react';
import { PageLoader } from '../../kit/index.ts';
import type { VaultSearch } from '../../shared/index.ts';
import { MainPart } from '../frame/main-part.tsx';
import { pageTexts } from '../texts.ts';
import styles from './vault.module.css';

const AccountPage = lazy(async () => ({ default: (await import('../../account/index.ts')).AccountPage }));
const AdministrationPage = lazy(async () => ({
  default: (await import('../../administration/index.ts')).AdministrationPage,
}));

/** A page in the place of a tab; its code is loaded when it is first opened. */
const VIEWS = {
  account: { Page: AccountPage, loading: pageTexts.loadingAccount },
  administration: { Page: AdministrationPage, loading: pageTexts.loadingAdministration },
} as const;

export function OtherView({ view }: { view: NonNullable<VaultSearch['view']> }) {
  const { Page, loading } = VIEWS[view];
  return (
    <MainPart className={styles['main']}>
      <Suspense fallback={<PageLoader label={loading} />}>
        <Page />
      </Suspense>
    </MainPart>
  );
}
