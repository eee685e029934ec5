import type { Item } from '@vault/contract';
import { useMemo, useState, type ReactNode } from 'react';
import { useLastNonNull } from '../kit/index.ts';
import { VersionsContext, type ShowVersions } from './use-versions.ts';
import { VersionsModal } from './versions-modal.tsx';

/** Provides the Versions & History modal to everything below it. */
export function VersionsProvider({ children }: { children: ReactNode }) {
  const [file, setFile] = useState<Item | null>(null);
  const shown = useLastNonNull(file);
  const versions = useMemo<ShowVersions>(() => ({ open: setFile }), []);
  return (
    <VersionsContext value={versions}>
      {children}
      {shown !== null && <VersionsModal file={shown} open={file !== null} onClose={() => setFile(null)} />}
    </VersionsContext>
  );
}
