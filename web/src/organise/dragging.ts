import type { Abilities, NameCharacters } from '@vault/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Folder, FolderIndex } from '../tree/index.ts';
import { namesProblem, targetProblem, type OrganisedItem, type RelocateAction } from './target.ts';

export type DragPlace = 'list' | 'tree';

/** What a drag would do where it is now. */
export interface DragTarget {
  folder: Folder;
  /** where the folder is shown: it may stand in both */
  place: DragPlace;
  action: RelocateAction;
  /** why the folder does not take it; null when it does */
  problem: string | null;
}

export interface Drag {
  items: readonly OrganisedItem[];
  over: DragTarget | null;
}
/** null while nothing is dragged */
export type DragStore = StoreApi<Drag | null>;

export const createDragStore = (): DragStore => createStore<Drag | null>(() => null);

/** What is held down while something is dropped. */
export type Modifiers = Record<'ctrlKey' | 'altKey' | 'metaKey', boolean>;

/** Dragging moves; with Control, Alt or Command held down it copies. */
export function dragAction({ ctrlKey, altKey, metaKey }: Modifiers): RelocateAction {
  return ctrlKey || altKey || metaKey ? 'copy' : 'move';
}

/** PERM-16: who may not edit may still copy (MENU-11). */
export const MAY_ONLY_COPY = 'You may only copy here: hold Ctrl while you drop.';

/** Why a folder does not take what is dragged, by the same rules as the Copy and Move modals; null when it does. */
export function dropProblem(
  action: RelocateAction,
  items: readonly OrganisedItem[],
  at: { target: Folder; index: FolderIndex; abilities: Abilities; characters?: NameCharacters | undefined },
): string | null {
  if (action === 'move' && !at.abilities.edit) return MAY_ONLY_COPY;
  return targetProblem(action, items, at) ?? namesProblem(items, at.characters);
}
