import { createContext, use } from 'react';
import type { Abilities } from '@vault/contract';

/** The open record, and the person's permissions in it. */
export interface Vault {
  recordId: string;
  /** displayed name of the record */
  recordName: string;
  abilities: Abilities;
  /** null while the folder tree loads */
  rootFolderId: string | null;
}

export const VaultContext = createContext<Vault | null>(null);

/** Returns the open record. Use it only inside an open vault, where permissions and record are known (SHELL-08). */
export function useVault(): Vault {
  const vault = use(VaultContext);
  if (vault === null) throw new Error('useVault is used outside the vault');
  return vault;
}
