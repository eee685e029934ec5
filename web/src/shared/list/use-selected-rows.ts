import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { stillListed, useOnChange, type RowIds } from '../../kit/index.ts';
import { createSelection } from './selection.ts';

interface SelectedRowsInput<Row> {
  rows: readonly Row[];
  /** returns the id of a row; a function that never changes */
  rowId: (row: Row) => string;
  /** changes with folder, page, size, order and filter; a change clears the selection (FILES-45 … FILES-47) */
  resetKey: string;
}

/** The selected rows of the list on the screen. */
export interface SelectedRows<Row> {
  /** ids of the rows whose checkboxes are selected */
  ids: RowIds;
  /** the rows that toolbar and label show: they follow the checkboxes after a pause (FILES-48) */
  settled: readonly Row[];
  /** T-67: returns the rows that are selected now; every action uses them. */
  current: () => readonly Row[];
  /** Selects these rows. This function and those below never change. */
  select: (ids: RowIds) => void;
  clear: () => void;
  /** T-68: runs an action as soon as `settled` equals `ids`: now, or after the pause. */
  whenSettled: (action: () => void) => void;
  /**
   * Returns the rows on which an action on a row acts: all selected rows if the row is selected. Otherwise only the
   * row, which becomes selected.
   */
  selectFor: (row: Row) => readonly Row[];
}

/** Holds the selection of a list; rows that are no longer listed are deselected. */
export function useSelectedRows<Row>({ rows, rowId, resetKey }: SelectedRowsInput<Row>): SelectedRows<Row> {
  const [selection] = useState(() => createSelection());
  const chosen = useStore(selection.store, (state) => state.chosen);
  const settledIds = useStore(selection.store, (state) => state.settled);
  const listed = useMemo(() => rows.map(rowId), [rows, rowId]);
  useOnChange(resetKey, selection.clear);
  useEffect(() => selection.retain(listed), [selection, listed]);
  const ids = useMemo(() => stillListed(chosen, listed), [chosen, listed]);
  const settled = useMemo(() => rows.filter((row) => settledIds.has(rowId(row))), [rows, rowId, settledIds]);
  const actions = useMemo(() => {
    const current = () => rows.filter((row) => selection.store.getState().chosen.has(rowId(row)));
    return {
      current,
      select: selection.choose,
      clear: selection.clear,
      whenSettled: selection.whenSettled,
      selectFor: (row: Row) => {
        const id = rowId(row);
        if (selection.store.getState().chosen.has(id)) return current();
        selection.choose(new Set([id]));
        return [row];
      },
    };
  }, [selection, rows, rowId]);
  return useMemo(() => ({ ids, settled, ...actions }), [ids, settled, actions]);
}
