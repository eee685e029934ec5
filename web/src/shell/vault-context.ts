import { createContext, use } from 'react';
import type { Abilities } from '@vault/contract';

/** The record that is open, and what the person may do in it. */
export interface Vault {
  recordId: string;
  /** the record's name for people */
  recordName: string;
  abilities: Abilities;
  /** null until the folder tree is here */
  rootFolderId: string | null;
}

export const VaultContext = createContext<Vault | null>(null);

/** The open record. Only below the shell's gate, where permissions and record are known (SHELL-08). */
export function useVault(): Vault {
  const vault = use(VaultContext);
  if (vault === null) throw new Error('useVault is used outside the vault');
  return vault;
}
