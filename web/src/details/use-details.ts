import type { Item } from '@vault/contract';
import { createContext, use } from 'react';
import type { Folder } from '../tree/index.ts';

/** Opens the Details modal. */
export interface ShowDetails {
  /** opens it for a file or folder of a list (DETAILS-02) */
  ofItem: (item: Item) => void;
  /** opens it for the open folder (FILES-22) */
  ofFolder: (folder: Folder) => void;
}

export const DetailsContext = createContext<ShowDetails | null>(null);

export function useDetails(): ShowDetails {
  const details = use(DetailsContext);
  if (details === null) throw new Error('useDetails is used outside DetailsProvider');
  return details;
}
