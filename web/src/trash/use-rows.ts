import type { TrashItem } from '@vault/contract';
import { useCallback, useState } from 'react';
import { stillListed, useOnChange, type RowIds } from '../kit/index.ts';

const NOTHING: RowIds = new Set();

/**
 * The selected rows of the list on screen: as in the files list, another page, order or filter selects nothing, and
 * what is listed no more is selected no more.
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
    /** What something that is asked on a row is about: the selected rows with it, or it alone, which is selected then. */
    selectFor: (row: TrashItem): readonly TrashItem[] => {
      if (kept.has(row.id)) return items;
      setSelected(new Set([row.id]));
      return [row];
    },
  };
}
