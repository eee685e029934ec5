import type { Item, Version } from '@vault/contract';
import { createContext, use } from 'react';

/** Looking at files, and editing them. What cannot be opened is told. */
export interface Preview {
  /** @param listed what the list shows, to go on from this file to its neighbours */
  open: (file: Item, listed: readonly Item[]) => void;
  /** Looks at one version of a file. */
  openVersion: (file: Item, version: Version) => void;
  /** A text in the modal, an Office file in a window of Office online. */
  edit: (file: Item) => void;
}

export const PreviewContext = createContext<Preview | null>(null);

export function usePreview(): Preview {
  const preview = use(PreviewContext);
  if (preview === null) throw new Error('usePreview is used outside PreviewProvider');
  return preview;
}
