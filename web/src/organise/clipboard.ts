import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OrganisedItem, RelocateAction } from './target.ts';

/** The items that were cut or copied, for pasting. */
export interface Clipboard {
  /** 'move' for cut items, 'copy' for copied items */
  action: RelocateAction;
  items: readonly OrganisedItem[];
}
export type ClipboardStore = StoreApi<Clipboard | null>;

export const createClipboard = (): ClipboardStore => createStore<Clipboard | null>(() => null);

const NOTHING: ReadonlySet<string> = new Set();

/** Returns the ids of the cut items; none when the items were copied. */
export function cutIdsOf(clipboard: Clipboard | null): ReadonlySet<string> {
  return clipboard?.action === 'move' ? new Set(clipboard.items.map(({ sfid }) => sfid)) : NOTHING;
}
