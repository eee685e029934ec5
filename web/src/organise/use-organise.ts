import { createContext, use, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Folder } from '../tree/index.ts';
import { cutIdsOf, type ClipboardStore } from './clipboard.ts';
import type { DragStore } from './dragging.ts';
import type { OrganisedItem, RelocateAction } from './target.ts';

/**
 * The actions on the items of a record. Each of them asks for confirmation if needed, reports its result and reloads
 * the lists.
 */
export interface Organise {
  /** Opens the New Folder modal for a folder. */
  createIn: (folder: { sfid: string; path: string }) => void;
  /** Opens the Rename modal. */
  rename: (item: OrganisedItem) => void;
  /** Opens the Copy or Move modal. */
  relocate: (action: RelocateAction, items: readonly OrganisedItem[]) => void;
  /** Copies or moves immediately, as after a drop. The open folder does not change. */
  relocateInto: (action: RelocateAction, items: readonly OrganisedItem[], target: Folder) => void;
  /** Copies one file within its folder, with a name that is not used (D-14). @returns true when a copy was created */
  duplicate: (item: OrganisedItem) => Promise<boolean>;
  /** Asks for confirmation, then moves to the trash. */
  trash: (items: readonly OrganisedItem[]) => void;
  /** Moves to the trash without a confirmation. Rejects with an ApiError. */
  trashNow: (items: readonly OrganisedItem[]) => Promise<void>;
  /** Stores items for pasting; the action is 'move' for Cut and 'copy' for Copy. */
  clip: (action: RelocateAction, items: readonly OrganisedItem[]) => void;
  /** Copies or moves the stored items into a folder. @returns true when that created a duplicate next to its source */
  pasteInto: (folder: Folder) => Promise<boolean>;
  /** Undoes the last change while its toast is shown. */
  undoLast: () => void;
}

interface OrganiseDeps {
  organise: Organise;
  clipboard: ClipboardStore;
  drag: DragStore;
}

export const OrganiseContext = createContext<OrganiseDeps | null>(null);

function useParts(): OrganiseDeps {
  const deps = use(OrganiseContext);
  if (deps === null) throw new Error('Organising is used outside OrganiseProvider');
  return deps;
}

export const useOrganise = (): Organise => useParts().organise;
export const useDragStore = (): DragStore => useParts().drag;

/** Returns the ids of the items that are cut. */
export function useCutIds(): ReadonlySet<string> {
  const clipboard = useStore(useParts().clipboard);
  return useMemo(() => cutIdsOf(clipboard), [clipboard]);
}
