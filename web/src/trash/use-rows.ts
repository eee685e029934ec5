import type { TrashItem } from '@vault/contract';
import { useCallback, useState } from 'react';
import { useOnChange, type RowIds } from '../kit/index.ts';

const NOTHING: RowIds = new Set();

/**
 * The selected rows of the list on screen: as in the files list, another page, order or filter selects nothing, and
 * what is listed no more is selected no more.
 */
export function useRows(rows: readonly TrashItem[], place: string) {
  const [selected, setSelected] = useState<RowIds>(NOTHING);
  const clear = useCallback(() => setSelected(NOTHING), []);
  useOnChange(place, clear);
  const items = rows.filter(({ id }) => selected.has(id));
  return {
    selected: items.length === selected.size ? selected : new Set(items.map(({ id }) => id)),
    select: setSelected,
    clear,
    items,
    /** What something that is asked on a row is about: the selected rows with it, or it alone, which is selected then. */
    selectFor: (row: TrashItem): readonly TrashItem[] => {
      if (selected.has(row.id)) return items;
      setSelected(new Set([row.id]));
      return [row];
    },
  };
}
