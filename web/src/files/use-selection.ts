import type { Item } from '@vault/contract';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useOnChange } from '../kit/index.ts';
import { createSelection, type Selection } from './selection.ts';

/**
 * The selection of the list on screen.
 * @param resetKey changes with folder, page, size and order: the selection is cleared then (FILES-45 … FILES-47)
 */
export function useSelection(resetKey: string, rows: readonly Item[]) {
  const [selection] = useState<Selection>(() => createSelection());
  const chosen = useStore(selection.store, (state) => state.chosen);
  const settled = useStore(selection.store, (state) => state.settled);
  useOnChange(resetKey, selection.clear);
  useEffect(() => selection.retain(rows), [selection, rows]);
  return { selection, chosen, settled };
}
