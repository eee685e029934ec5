import type { Item } from '@vault/contract';
import { useMemo, useState, type ReactNode } from 'react';
import { preloadable, useLastNonNull, usePreload } from '../kit/index.ts';
import { LazyDialog } from '../shared/index.ts';
import { VersionsContext, type ShowVersions } from './use-versions.ts';

const VersionsModal = preloadable(async () => (await import('./versions-modal.tsx')).VersionsModal);

/** Provides the Versions & History modal to everything below it. */
export function VersionsProvider({ children }: { children: ReactNode }) {
  const [file, setFile] = useState<Item | null>(null);
  const shown = useLastNonNull(file);
  usePreload(VersionsModal);
  const modal = { open: file !== null, onClose: () => setFile(null) };
  const versions = useMemo<ShowVersions>(() => ({ open: setFile }), []);
  return (
    <VersionsContext value={versions}>
      {children}
      <LazyDialog {...modal}>{shown !== null && <VersionsModal file={shown} {...modal} />}</LazyDialog>
    </VersionsContext>
  );
}
