/** A change of a module by its positions, which are those of the original code. */
export interface Edit {
  start: number;
  /** the first character that stays; the same as `start` for an insertion */
  end: number;
  text: string;
}

/** Returns the code with all edits. They may be in any order, but may not overlap. */
export function withEdits(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code);
}
