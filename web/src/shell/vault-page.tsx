import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { Button } from 'antd';
import { PageLoader } from '../kit/index.ts';
import { recordsQuery, sessionQuery } from '../session/index.ts';
import { Frame } from './frame.tsx';
import { gateOf, type Gate } from './gate.ts';
import { Header } from './header.tsx';
import { NoAccess } from './no-access.tsx';
import { OpenVault } from './open-vault.tsx';
import { VaultTabs } from './vault-tabs.tsx';
import { useChangeVaultSearch, useVaultSearch } from './use-vault-search.ts';
import styles from './shell.module.css';

/** The area of the product: what the gate lets through, below the header. */
export function VaultPage() {
  const session = useQuery(sessionQuery);
  const records = useQuery(recordsQuery);
  const given = useRouteContext({ from: '__root__', select: ({ recordId }) => recordId });
  const { record } = useVaultSearch();
  const gate = gateOf({
    session: session.data,
    records: records.data,
    failed: session.isError || records.isError,
    recordId: record ?? given,
  });
  if (gate.state === 'loading') return <PageLoader label="Loading your vault" />;
  const top = (
    <>
      <Header
        person={session.data?.userInfo.profile ?? null}
        // Without read permission no record can be opened, so there is none to choose.
        records={gate.state === 'noAccess' && gate.ownRecordId === null ? [] : (records.data ?? [])}
        recordId={gate.state === 'open' ? gate.record.sfid : null}
      />
      {gate.state === 'open' && <VaultTabs />}
    </>
  );
  return (
    <Frame top={top}>
      <Content gate={gate} onRetry={() => void Promise.all([session.refetch(), records.refetch()])} />
    </Frame>
  );
}

type KnownGate = Exclude<Gate, { state: 'loading' }>;

function Content({ gate, onRetry }: { gate: KnownGate; onRetry: () => void }) {
  const change = useChangeVaultSearch();
  if (gate.state === 'open') return <OpenVault record={gate.record} abilities={gate.abilities} />;
  if (gate.state === 'noAccess') {
    const toOwn = () => change({ record: undefined, folder: undefined, page: 1, sort: undefined });
    return (
      <NoAccess>{gate.ownRecordId !== null && <Button onClick={toOwn}>Open your own vault</Button>}</NoAccess>
    );
  }
  return (
    <main className={styles['notice']}>
      <h2 className={styles['noticeTitle']}>The vault could not be loaded</h2>
      <p className={styles['noticeText']}>Check your connection, then try again.</p>
      <Button type="primary" onClick={onRetry}>
        Try again
      </Button>
    </main>
  );
}
