/** Rows to read from one segment of a list: folders or files. */
export interface Slice {
  /** number of rows before the slice */
  offset: number;
  limit: number;
}

export interface PageWindow {
  folders: Slice | null;
  files: Slice | null;
}

/**
 * The folders and files of a page: folders are first in every order, so a list is two consecutive segments, and the
 * counters give the start of the second.
 */
export function pageWindow(
  page: { page: number; size: number },
  counts: { folders: number; files: number },
): PageWindow {
  const start = page.page * page.size;
  const end = start + page.size;
  return {
    folders: sliceOf(start, end, counts.folders),
    files: sliceOf(start - counts.folders, end - counts.folders, counts.files),
  };
}

/** The intersection of [start, end) with a segment of `count` rows. */
function sliceOf(start: number, end: number, count: number): Slice | null {
  const from = Math.max(0, start);
  const to = Math.min(count, end);
  return from < to ? { offset: from, limit: to - from } : null;
}

/** A slice that is read from the nearer end of its segment. */
export interface Scan extends Slice {
  /** true when the rows are read in reverse order, the last one first */
  backwards: boolean;
}

/**
 * Skipped rows cost as much as read rows. A slice in the second half is therefore read from the end: the last page
 * costs as much as the first.
 */
export function nearerEnd({ offset, limit }: Slice, count: number): Scan {
  const behind = count - offset - limit;
  return behind < offset ? { offset: behind, limit, backwards: true } : { offset, limit, backwards: false };
}
