import { Messages } from '@vault/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { VaultProps } from '../../embed/vault.d.ts';
import { HostContext, type Host } from './host-context.ts';
import { LoadingPage } from './loading-page.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { createAppRouter } from './router.tsx';
import type { Stand } from './stand.ts';
import { Themed } from './theme.tsx';
import { useWantedMode } from './theme-mode.ts';
import { useToast } from './toast-context.ts';
import { ToastProvider } from './toasts.tsx';
import { usePerson } from './use-person.ts';
import { useStand } from './use-stand.ts';
import styles from './embedded.module.css';

/** The vault as a part of a portal's page (docs/embedding.md); vault.d.ts says what the portal hands in. */
export function EmbeddedVault(props: VaultProps) {
  const [person, setPerson] = useState(0);
  // Nothing of one person's vault is there when another one comes.
  return <VaultOfPerson key={person} {...props} onAnotherPerson={() => setPerson((count) => count + 1)} />;
}

interface VaultOfPersonProps extends VaultProps {
  onAnotherPerson: () => void;
}

function VaultOfPerson({
  theme = 'auto',
  recordId,
  permissions,
  onAnotherPerson,
  ...signIn
}: VaultOfPersonProps) {
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const stand = useStand(signIn);
  const host = useMemo<Host>(() => ({ recordId, permissions }), [recordId, permissions]);
  return (
    <div ref={setRoot} className={`pv-vault ${styles['vault']}`}>
      {root !== null && stand !== null && (
        <HostContext value={host}>
          {/* Another record begins afresh, and so does another server. */}
          <Standing
            key={`${stand.key} ${recordId}`}
            root={root}
            stand={stand}
            theme={theme}
            onAnotherPerson={onAnotherPerson}
          />
        </HostContext>
      )}
    </div>
  );
}

interface StandingProps {
  root: HTMLElement;
  stand: Stand;
  theme: NonNullable<VaultProps['theme']>;
  onAnotherPerson: () => void;
}

/** Our names of Ant Design's parts in a page that may use Ant Design itself (web/embed/plugins.ts). */
const PREFIX = 'pv-ant';

function Standing({ root, stand, theme, onAnotherPerson }: StandingProps) {
  const { layers } = stand;
  const mode = useWantedMode(theme);
  const roots = useMemo(() => [root, layers], [root, layers]);
  const antd = useMemo(() => ({ prefixCls: PREFIX, getPopupContainer: () => layers }), [layers]);
  const { isSignedIn, isCovered, retry, error } = usePerson(stand, onAnotherPerson);
  return (
    <Themed mode={mode} roots={roots} antd={antd}>
      <ToastProvider>
        {/* It stays as it is, for uploads go on and the portal may have a new token at once. */}
        <div className={styles['inside']} inert={isCovered}>
          <Routed stand={stand} />
        </div>
      </ToastProvider>
      <p className={styles['expired']} role="status">
        {isSignedIn ? null : Messages.signInAgain}
      </p>
      {isSignedIn && isCovered && retry === null && (
        <div className={styles['covered']}>
          <LoadingPage label="Loading your vault" />
        </div>
      )}
      {retry !== null && (
        <div className={styles['failed']} role="alert">
          <NotLoaded error={error} onRetry={retry} />
        </div>
      )}
    </Themed>
  );
}

function Routed({ stand: { queryClient, tellBy } }: { stand: Stand }) {
  const toast = useToast();
  const [router] = useState(() =>
    // The address bar is the portal's.
    createAppRouter({ signsIn: false, history: createMemoryHistory({ initialEntries: ['/vault'] }) }),
  );
  useEffect(() => tellBy(toast.error), [tellBy, toast]);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
