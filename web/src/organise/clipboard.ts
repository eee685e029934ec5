import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OrganisedItem, RelocateAction } from './target.ts';

/** Items to be pasted. */
export interface Clipboard {
  /** 'move' for cut items */
  action: RelocateAction;
  items: readonly OrganisedItem[];
}
export type ClipboardStore = StoreApi<Clipboard | null>;

export const createClipboard = (): ClipboardStore => createStore<Clipboard | null>(() => null);

const NOTHING: ReadonlySet<string> = new Set();

/** Returns the ids of cut items that are not pasted yet. */
export function cutIdsOf(clipboard: Clipboard | null): ReadonlySet<string> {
  return clipboard?.action === 'move' ? new Set(clipboard.items.map(({ sfid }) => sfid)) : NOTHING;
}
