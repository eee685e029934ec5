import type { Item } from '@vault/contract';
import { createContext, use } from 'react';
import type { Folder } from '../tree/index.ts';

/** Opens the Details modal. */
export interface ShowDetails {
  /** DETAILS-02: for a file or folder of a list */
  ofItem: (item: Item) => void;
  /** FILES-22: for the open folder */
  ofFolder: (folder: Folder) => void;
}

export const DetailsContext = createContext<ShowDetails | null>(null);

export function useDetails(): ShowDetails {
  const details = use(DetailsContext);
  if (details === null) throw new Error('useDetails is used outside DetailsProvider');
  return details;
}
