/** The rows chosen by their ids, in no order. */
export type RowIds = ReadonlySet<string>;

/** With one row more, or less if it was chosen. */
export function toggled(selected: RowIds, id: string): RowIds {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

/**
 * What of a choice is still listed: what has gone is forgotten, so that it does not come back chosen.
 * @param ids the rows that are listed
 * @returns the same choice when all of it is
 */
export function stillListed(selected: RowIds, ids: readonly string[]): RowIds {
  const kept = ids.filter((id) => selected.has(id));
  return kept.length === selected.size ? selected : new Set(kept);
}

/**
 * All rows from the anchor to a row, as Shift chooses them.
 * @param ids the rows in their order
 * @param anchor where the choice began; the row itself alone when it is no longer listed
 */
export function rangeTo(ids: readonly string[], anchor: string | null, id: string): RowIds {
  const from = anchor === null ? -1 : ids.indexOf(anchor);
  const to = ids.indexOf(id);
  if (from < 0) return new Set([id]);
  return new Set(ids.slice(Math.min(from, to), Math.max(from, to) + 1));
}

export type HeadState = 'none' | 'some' | 'all';

/** What the checkbox above the rows shows. */
export function headState(ids: readonly string[], selected: RowIds): HeadState {
  const chosen = ids.filter((id) => selected.has(id)).length;
  if (chosen === 0) return 'none';
  return chosen === ids.length ? 'all' : 'some';
}

/**
 * Which row a key leads to; undefined when the key is none of those that move.
 * @param perLine tiles in a line; the arrows to the sides move only where there are several
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
  // From the first or the last line, an arrow does not lead along the line.
  const isVertical = key === 'ArrowDown' || key === 'ArrowUp';
  return isVertical && lineOf(target, perLine) === lineOf(index, perLine) ? index : target;
}

const lineOf = (index: number, perLine: number): number => Math.floor(index / perLine);
