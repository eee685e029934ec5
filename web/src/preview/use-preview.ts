import type { Item, Version } from '@vault/contract';
import { createContext, use } from 'react';

/** The actions that open files for viewing or editing. They report their failures. */
export interface Preview {
  /** opens the preview of a file; `listed` are the items of the list, for previous and next */
  open: (file: Item, listed: readonly Item[]) => void;
  /** Opens one version of a file. */
  openVersion: (file: Item, version: Version) => void;
  /** Edits a text in the modal, an Office file in a window of Office online. */
  edit: (file: Item) => void;
}

export const PreviewContext = createContext<Preview | null>(null);

export function usePreview(): Preview {
  const preview = use(PreviewContext);
  if (preview === null) throw new Error('usePreview is used outside PreviewProvider');
  return preview;
}
