import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OrganisedItem, RelocateAction } from './target.ts';

/** Items that wait to be pasted. */
export interface Clipboard {
  /** 'move' for what was cut */
  action: RelocateAction;
  items: readonly OrganisedItem[];
}
export type ClipboardStore = StoreApi<Clipboard | null>;

export const createClipboard = (): ClipboardStore => createStore<Clipboard | null>(() => null);

const NOTHING: ReadonlySet<string> = new Set();

/** Ids of what was cut and is still where it was. */
export function cutIdsOf(clipboard: Clipboard | null): ReadonlySet<string> {
  return clipboard?.action === 'move' ? new Set(clipboard.items.map(({ sfid }) => sfid)) : NOTHING;
}
