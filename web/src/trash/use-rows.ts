import type { TrashItem } from '@vault/contract';
import { useCallback, useState } from 'react';
import { stillListed, useOnChange, type RowIds } from '../kit/index.ts';

const NOTHING: RowIds = new Set();

/**
 * The selected rows of the shown list: as in the files list, another page, order or filter clears the selection, and
 * rows that are no longer listed are deselected.
 */
export function useRows(rows: readonly TrashItem[], resetKey: string) {
  const [selected, setSelected] = useState<RowIds>(NOTHING);
  const clear = useCallback(() => setSelected(NOTHING), []);
  useOnChange(resetKey, clear);
  const kept = stillListed(
    selected,
    rows.map(({ id }) => id),
  );
  if (kept !== selected) setSelected(kept);
  const items = rows.filter(({ id }) => kept.has(id));
  return {
    selected: kept,
    select: setSelected,
    clear,
    /** the selected rows */
    items,
    /**
     * Returns the rows that an action on a row concerns: the selection if it contains the row, else only the row, which
     * becomes selected.
     */
    selectFor: (row: TrashItem): readonly TrashItem[] => {
      if (kept.has(row.id)) return items;
      setSelected(new Set([row.id]));
      return [row];
    },
  };
}
