import { Messages } from '@vault/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { VaultProps } from '../../../embed/vault.d.ts';
import { type Host, HostContext, LoadingPage, MemoryAddress, useToast } from '../../shared/index.ts';
import { NotLoaded } from '../vault/not-loaded.tsx';
import { LazyVault } from '../lazy-vault.tsx';
import type { EmbeddedRuntime } from './embedded-runtime.ts';
import { Themed } from '../theme/theme.tsx';
import { useWantedMode } from '../theme/theme-mode.ts';
import { ToastProvider } from '../toasts/toasts.tsx';
import { pageTexts } from '../texts.ts';
import { usePerson } from './use-person.ts';
import { useEmbeddedRuntime } from './use-embedded-runtime.ts';
import styles from './embedded.module.css';

/** The vault inside a portal's page (docs/embedding.md); vault.d.ts documents the props. */
export function EmbeddedVault(props: VaultProps) {
  const [person, setPerson] = useState(0);
  // A new key removes all state of the previous person.
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
  const runtime = useEmbeddedRuntime(signIn);
  const host = useMemo<Host>(() => ({ recordId, permissions }), [recordId, permissions]);
  return (
    <div ref={setRoot} className={`pv-vault ${styles['vault']}`}>
      {root !== null && runtime !== null && (
        <HostContext value={host}>
          {/* The key changes with the record and the server, which resets the screens. */}
          <RunningVault
            key={`${runtime.key} ${recordId}`}
            root={root}
            runtime={runtime}
            theme={theme}
            onAnotherPerson={onAnotherPerson}
          />
        </HostContext>
      )}
    </div>
  );
}

interface RunningVaultProps {
  root: HTMLElement;
  runtime: EmbeddedRuntime;
  theme: NonNullable<VaultProps['theme']>;
  onAnotherPerson: () => void;
}

/** Our prefix for Ant Design in a page that may use Ant Design itself (web/embed/plugins.ts). */
const PREFIX = 'pv-ant';

function RunningVault({ root, runtime, theme, onAnotherPerson }: RunningVaultProps) {
  const { layers } = runtime;
  const mode = useWantedMode(theme);
  const roots = useMemo(() => [root, layers], [root, layers]);
  const antd = useMemo(() => ({ prefixCls: PREFIX, getPopupContainer: () => layers }), [layers]);
  const { isSignedIn, isCovered, retry, error } = usePerson(runtime, onAnotherPerson);
  return (
    <Themed mode={mode} roots={roots} antd={antd}>
      <ToastProvider>
        {/* The vault stays mounted: uploads continue, and the portal may provide a new token soon. */}
        <div className={styles['inside']} inert={isCovered}>
          <Routed runtime={runtime} />
        </div>
      </ToastProvider>
      <p className={styles['expired']} role="status">
        {isSignedIn ? null : Messages.signInAgain}
      </p>
      {isSignedIn && isCovered && retry === null && (
        <div className={styles['covered']}>
          <LoadingPage label={pageTexts.loadingVault} />
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

function Routed({ runtime: { queryClient, setErrorHandler } }: { runtime: EmbeddedRuntime }) {
  const toast = useToast();
  useEffect(() => setErrorHandler(toast.error), [setErrorHandler, toast]);
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryAddress>
        <LazyVault />
      </MemoryAddress>
    </QueryClientProvider>
  );
}
