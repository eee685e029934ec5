import type { Item } from '@vault/contract';
import { createContext, use } from 'react';

/** Opens the Versions & History modal. */
export interface ShowVersions {
  open: (file: Item) => void;
}

export const VersionsContext = createContext<ShowVersions | null>(null);

export function useVersions(): ShowVersions {
  const versions = use(VersionsContext);
  if (versions === null) throw new Error('useVersions is used outside VersionsProvider');
  return versions;
}
