import { preloadable } from '../../kit/index.ts';
import { LazyPage, type VaultSearch } from '../../shared/index.ts';
import { MainPart } from '../frame/main-part.tsx';
import { pageTexts } from '../texts.ts';
import styles from './vault.module.css';

const AccountPage = preloadable(async () => (await import('../../account/index.ts')).AccountPage);
const AdministrationPage = preloadable(
  async () => (await import('../../administration/index.ts')).AdministrationPage,
);

/** A page in the place of a tab; its code is loaded when it is first opened. */
const VIEWS = {
  account: { Page: AccountPage, loading: pageTexts.loadingAccount },
  administration: { Page: AdministrationPage, loading: pageTexts.loadingAdministration },
} as const;

export function OtherView({ view }: { view: NonNullable<VaultSearch['view']> }) {
  const { Page, loading } = VIEWS[view];
  return (
    <MainPart className={styles['main']}>
      <LazyPage key={view} loading={loading}>
        <Page />
      </LazyPage>
    </MainPart>
  );
}
