import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback } from 'react';
import { recordsQuery, sessionQuery, useRecord } from '../../session/index.ts';
import { OtherView } from './other-view.tsx';
import { Frame } from '../frame/frame.tsx';
import { mayAdminister, vaultAccessOf, type VaultAccess, withPermissions } from './access.ts';
import { Header } from '../frame/header.tsx';
import { LoadingPage, useChangeVaultSearch, useHost, useVaultSearch } from '../../shared/index.ts';
import { pageTexts } from '../texts.ts';
import { NoAccess } from './no-access.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { OpenVault } from './open-vault.tsx';
import { useStartRecord } from './start-record.ts';
import { VaultTabs } from './vault-tabs.tsx';

// For lazy-vault.tsx: if it imported tabs.ts itself, that module would be a separate chunk.
export { tabOf } from './tabs.ts';

/** The page of the vault: the header, and below it the record or the reason why no record is shown. */
export function VaultPage() {
  const session = useQuery(sessionQuery);
  const records = useInfiniteQuery(recordsQuery());
  const host = useHost();
  const search = useVaultSearch();
  const change = useChangeVaultSearch();
  const openClient = useCallback((id: string) => change({ record: id }, { replace: true }), [change]);
  const personId = session.data?.userInfo.profile.sfid;
  const isStarting = useStartRecord({
    personId,
    records: records.data?.pages[0],
    search,
    mayChoose: host === null,
    open: openClient,
  });
  // SHELL-12: the record that the address or the portal names, or the own record
  const { record, failure, reload } = useRecord(search.record ?? host?.recordId ?? personId);
  const access = vaultAccessOf({
    session: withPermissions(session.data, host?.permissions),
    record,
    // Only a failed first load counts: data that is already loaded stays valid when a reload fails.
    failed: session.isLoadingError || failure !== null,
  });
  if (access.state === 'loading' || (access.state === 'open' && isStarting))
    return <LoadingPage label={pageTexts.loadingVault} />;
  const top = (
    <>
      {host === null && (
        <Header
          person={session.data?.userInfo.profile ?? null}
          // Without read permission no record can be opened, so there is no choice.
          mayChooseRecord={access.state !== 'noAccess' || access.ownRecordId !== null}
          record={access.state === 'open' ? access.record : null}
          mayAdminister={mayAdminister(session.data)}
        />
      )}
      {access.state === 'open' && <VaultTabs />}
    </>
  );
  return (
    <Frame top={top}>
      <Content
        access={access}
        isAdministrator={mayAdminister(session.data)}
        error={session.error ?? failure}
        onRetry={() => void Promise.all([session.refetch(), reload()])}
      />
    </Frame>
  );
}

type KnownAccess = Exclude<VaultAccess, { state: 'loading' }>;

interface ContentProps {
  access: KnownAccess;
  /** the person can open the administration, which needs no record (DESK-01) */
  isAdministrator: boolean;
  /** why loading failed */
  error: unknown;
  onRetry: () => void;
}

function Content({ access, isAdministrator, error, onRetry }: ContentProps) {
  const change = useChangeVaultSearch();
  const { view } = useVaultSearch();
  const host = useHost();
  if (access.state === 'open') return <OpenVault record={access.record} abilities={access.abilities} />;
  if (access.state === 'noAccess' && view !== undefined) return <OtherView view={view} />;
  if (access.state === 'noAccess') {
    const toOwn = () => change({ record: undefined, folder: undefined, page: 1, sort: undefined });
    // Inside a portal's page the portal decides which record is open.
    const mayChoose = access.ownRecordId !== null && host === null;
    return (
      <NoAccess>
        {mayChoose && <Button onClick={toOwn}>{pageTexts.openOwn}</Button>}
        {isAdministrator && host === null && (
          <Button onClick={() => change({ view: 'administration' })}>{pageTexts.openAdministration}</Button>
        )}
      </NoAccess>
    );
  }
  return <NotLoaded error={error} onRetry={onRetry} />;
}
