import { createContext, use, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Folder } from '../tree/index.ts';
import { cutIdsOf, type ClipboardStore } from './clipboard.ts';
import type { DragStore } from './dragging.ts';
import type { OrganisedItem, RelocateAction } from './target.ts';

/** What can be done to what is in a record. Each asks, tells and reloads by itself. */
export interface Organise {
  /** Opens the New Folder modal for a folder. */
  createIn: (folder: { sfid: string; path: string }) => void;
  /** Opens the Rename modal. */
  rename: (item: OrganisedItem) => void;
  /** Opens the Copy or Move modal. */
  relocate: (action: RelocateAction, items: readonly OrganisedItem[]) => void;
  /** Copies or moves at once, as after a drop: the open folder stays. */
  relocateInto: (action: RelocateAction, items: readonly OrganisedItem[], target: Folder) => void;
  /** Copies one file beside itself under a free name (D-14). @returns true when there is a copy */
  duplicate: (item: OrganisedItem) => Promise<boolean>;
  /** Asks, then moves to the trash. */
  trash: (items: readonly OrganisedItem[]) => void;
  /** Moves to the trash; somebody has been asked already. Rejects with an ApiError. */
  trashNow: (items: readonly OrganisedItem[]) => Promise<void>;
  /** Keeps items to be pasted: 'move' for Cut. */
  clip: (action: RelocateAction, items: readonly OrganisedItem[]) => void;
  /** Copies or moves what was kept into a folder. @returns true when that made a duplicate beside its source */
  pasteInto: (folder: Folder) => Promise<boolean>;
  /** Takes the last change back, as long as its toast offers it. */
  undoLast: () => void;
}

interface OrganiseParts {
  organise: Organise;
  clipboard: ClipboardStore;
  drag: DragStore;
}

export const OrganiseContext = createContext<OrganiseParts | null>(null);

function useParts(): OrganiseParts {
  const parts = use(OrganiseContext);
  if (parts === null) throw new Error('Organising is used outside OrganiseProvider');
  return parts;
}

export const useOrganise = (): Organise => useParts().organise;
export const useDragStore = (): DragStore => useParts().drag;

/** Ids of the items that are cut. */
export function useCutIds(): ReadonlySet<string> {
  const clipboard = useStore(useParts().clipboard);
  return useMemo(() => cutIdsOf(clipboard), [clipboard]);
}
