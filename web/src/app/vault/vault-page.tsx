import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback } from 'react';
import { recordsQuery, sessionQuery } from '../../session/index.ts';
import { Frame } from '../frame/frame.tsx';
import { gateOf, type Gate, withPermissions } from './gate.ts';
import { Header } from '../frame/header.tsx';
import { LoadingPage, useChangeVaultSearch, useHost, useVaultSearch } from '../../shared/index.ts';
import { pageTexts } from '../texts.ts';
import { NoAccess } from './no-access.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { OpenVault } from './open-vault.tsx';
import { useStartRecord } from './start-record.ts';
import { VaultTabs } from './vault-tabs.tsx';

/** The vault's page: the header, and below it the result of the gate. */
export function VaultPage() {
  const session = useQuery(sessionQuery);
  const records = useQuery(recordsQuery);
  const host = useHost();
  const search = useVaultSearch();
  const { record } = search;
  const change = useChangeVaultSearch();
  const openClient = useCallback((id: string) => change({ record: id }, { replace: true }), [change]);
  const isStarting = useStartRecord({
    personId: session.data?.userInfo.profile.sfid,
    records: records.data,
    search,
    mayChoose: host === null,
    open: openClient,
  });
  const gate = gateOf({
    session: withPermissions(session.data, host?.permissions),
    records: records.data,
    // Loaded data stays valid when a reload fails.
    failed: session.isLoadingError || records.isLoadingError,
    recordId: record ?? host?.recordId,
  });
  if (gate.state === 'loading' || (gate.state === 'open' && isStarting))
    return <LoadingPage label={pageTexts.loadingVault} />;
  const top = (
    <>
      {host === null && (
        <Header
          person={session.data?.userInfo.profile ?? null}
          // Without read permission no record can be opened, so there is no choice.
          records={gate.state === 'noAccess' && gate.ownRecordId === null ? [] : (records.data ?? [])}
          recordId={gate.state === 'open' ? gate.record.sfid : null}
        />
      )}
      {gate.state === 'open' && <VaultTabs />}
    </>
  );
  return (
    <Frame top={top}>
      <Content
        gate={gate}
        error={session.error ?? records.error}
        onRetry={() => void Promise.all([session.refetch(), records.refetch()])}
      />
    </Frame>
  );
}

type KnownGate = Exclude<Gate, { state: 'loading' }>;

interface ContentProps {
  gate: KnownGate;
  /** why loading failed */
  error: unknown;
  onRetry: () => void;
}

function Content({ gate, error, onRetry }: ContentProps) {
  const change = useChangeVaultSearch();
  const host = useHost();
  if (gate.state === 'open') return <OpenVault record={gate.record} abilities={gate.abilities} />;
  if (gate.state === 'noAccess') {
    const toOwn = () => change({ record: undefined, folder: undefined, page: 1, sort: undefined });
    // Inside a portal's page the portal decides which record is open.
    const mayChoose = gate.ownRecordId !== null && host === null;
    return <NoAccess>{mayChoose && <Button onClick={toOwn}>{pageTexts.openOwn}</Button>}</NoAccess>;
  }
  return <NotLoaded error={error} onRetry={onRetry} />;
}
