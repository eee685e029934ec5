/** The ids of rows, without an order. */
export type RowIds = ReadonlySet<string>;

/** Returns the selection with the row added, or removed if it was selected. */
export function toggled(selected: RowIds, id: string): RowIds {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

/**
 * Returns the selected rows that are still listed. A removed row is dropped, so that it is not selected when it
 * returns.
 * @param ids the rows that are listed
 * @returns the same set when all selected rows are listed
 */
export function stillListed(selected: RowIds, ids: readonly string[]): RowIds {
  const kept = ids.filter((id) => selected.has(id));
  return kept.length === selected.size ? selected : new Set(kept);
}

/**
 * Returns all rows from the anchor to a row, as Shift selects them.
 * @param ids the rows in their order
 * @param anchor the row where the selection starts; when it is not listed, only the row `id` is selected
 */
export function rangeTo(ids: readonly string[], anchor: string | null, id: string): RowIds {
  const from = anchor === null ? -1 : ids.indexOf(anchor);
  const to = ids.indexOf(id);
  if (from < 0) return new Set([id]);
  return new Set(ids.slice(Math.min(from, to), Math.max(from, to) + 1));
}

export type HeadState = 'none' | 'some' | 'all';

/** Returns the state of the checkbox above the rows. */
export function headState(ids: readonly string[], selected: RowIds): HeadState {
  const chosen = ids.filter((id) => selected.has(id)).length;
  if (chosen === 0) return 'none';
  return chosen === ids.length ? 'all' : 'some';
}

/**
 * Returns the index of the row to which a key moves; undefined when the key does not move.
 * @param perLine number of tiles in a line; the left and right arrow keys move only when there is more than one
 */
export function rowAfterKey(key: string, index: number, count: number, perLine = 1): number | undefined {
  const page = perLine === 1 ? 10 : 3 * perLine;
  const steps: Record<string, number> = {
    ArrowDown: perLine,
    ArrowUp: -perLine,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
    ...(perLine > 1 && { ArrowRight: 1, ArrowLeft: -1 }),
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const target = Math.max(0, Math.min(count - 1, index + step));
  // In the first or the last line an up or down arrow does not move the cursor, not even along the line.
  const isVertical = key === 'ArrowDown' || key === 'ArrowUp';
  return isVertical && lineOf(target, perLine) === lineOf(index, perLine) ? index : target;
}

const lineOf = (index: number, perLine: number): number => Math.floor(index / perLine);
