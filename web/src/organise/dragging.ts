import type { Abilities, NameCharacters } from '@vault/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Folder, FolderIndex } from '../tree/index.ts';
import { namesProblem, targetProblem, type OrganisedItem, type RelocateAction } from './target.ts';
import { dragTexts } from './texts.ts';

export type DragSurface = 'list' | 'tree';

/** The effect of a drop at the current position. */
export interface DragTarget {
  folder: Folder;
  /** where the pointer is: the same folder can be in the list and in the tree */
  surface: DragSurface;
  action: RelocateAction;
  /** why the folder refuses the drop; null when it accepts it */
  problem: string | null;
}

export interface Drag {
  items: readonly OrganisedItem[];
  over: DragTarget | null;
}
/** null while nothing is dragged */
export type DragStore = StoreApi<Drag | null>;

export const createDragStore = (): DragStore => createStore<Drag | null>(() => null);

/** The modifier keys that the user holds during a drop. */
export type Modifiers = Record<'ctrlKey' | 'altKey' | 'metaKey', boolean>;

/** Returns 'move', or 'copy' with Control, Alt or Command held. */
export function dragAction({ ctrlKey, altKey, metaKey }: Modifiers): RelocateAction {
  return ctrlKey || altKey || metaKey ? 'copy' : 'move';
}

/**
 * Returns why a folder refuses dragged items, by the same rules as the Copy and Move modals; null when it accepts them.
 */
export function dropProblem(
  action: RelocateAction,
  items: readonly OrganisedItem[],
  at: { target: Folder; index: FolderIndex; abilities: Abilities; characters?: NameCharacters | undefined },
): string | null {
  if (action === 'move' && !at.abilities.edit) return dragTexts.mayOnlyCopy;
  return targetProblem(action, items, at) ?? namesProblem(items, at.characters);
}
