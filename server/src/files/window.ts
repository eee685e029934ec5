/** Rows to be read from one segment of a list: folders, or files. */
export interface Slice {
  /** how many rows lie before the slice */
  offset: number;
  limit: number;
}

export interface PageWindow {
  folders: Slice | null;
  files: Slice | null;
}

/**
 * Which folders and which files a page holds: folders come before files in every order, so a list is one segment
 * after the other, and the counters tell where the second begins.
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

/** The part of [start, end) that lies in a segment of `count` rows. */
function sliceOf(start: number, end: number, count: number): Slice | null {
  const from = Math.max(0, start);
  const to = Math.min(count, end);
  return from < to ? { offset: from, limit: to - from } : null;
}

/** A slice read from the nearer end of its segment. */
export interface Scan extends Slice {
  /** against the order of the list: the rows come last first */
  backwards: boolean;
}

/**
 * Skipping rows costs as much as reading them, so that a slice behind the middle is read from the end: the last
 * page costs as much as the first.
 */
export function nearerEnd({ offset, limit }: Slice, count: number): Scan {
  const behind = count - offset - limit;
  return behind < offset ? { offset: behind, limit, backwards: true } : { offset, limit, backwards: false };
}
