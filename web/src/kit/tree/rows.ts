/** A node of the tree. */
export interface TreeItem {
  id: string;
  name: string;
  children: readonly TreeItem[];
}

/** One visible line of a tree. */
export interface TreeRow {
  id: string;
  label: string;
  /** counted from 1 */
  level: number;
  /** null when there is nothing to expand */
  expanded: boolean | null;
  parentIndex: number | null;
  /** position among its siblings, counted from 1 */
  position: number;
  siblings: number;
}

/**
 * Returns the visible rows for the expanded nodes, from top to bottom. It does not use recursion, because trees can be
 * deep.
 */
export function visibleRows(roots: readonly TreeItem[], expanded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const open: { items: readonly TreeItem[]; next: number; parentIndex: number | null }[] = [
    { items: roots, next: 0, parentIndex: null },
  ];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const item = level.items[level.next];
    if (item === undefined) {
      open.pop();
      continue;
    }
    level.next += 1;
    const isOpen = item.children.length > 0 ? expanded.has(item.id) : null;
    rows.push({
      id: item.id,
      label: item.name,
      level: open.length,
      expanded: isOpen,
      parentIndex: level.parentIndex,
      position: level.next,
      siblings: level.items.length,
    });
    if (isOpen === true) open.push({ items: item.children, next: 0, parentIndex: rows.length - 1 });
  }
  return rows;
}

/** Returns the range of rows in the window, with a few more above and below it. All lengths in CSS pixels. */
export function rowWindow(view: { top: number; height: number; rowHeight: number; count: number }): {
  first: number;
  end: number;
} {
  const around = 6;
  const first = Math.max(0, Math.floor(view.top / view.rowHeight) - around);
  const end = Math.min(view.count, Math.ceil((view.top + view.height) / view.rowHeight) + around);
  return { first: Math.min(first, end), end };
}

/** The effect of a key in a tree (ARIA tree view pattern). */
export type TreeMove = { to: number } | { toggle: number } | { choose: number } | null;

/** Returns the effect of a key. @param index the index of the active row */
export function treeMove(key: string, rows: readonly TreeRow[], index: number): TreeMove {
  const row = rows[index];
  if (row === undefined) return null;
  const last = rows.length - 1;
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(last, index + 1) };
    case 'ArrowUp':
      return { to: Math.max(0, index - 1) };
    case 'PageDown':
      return { to: Math.min(last, index + 10) };
    case 'PageUp':
      return { to: Math.max(0, index - 10) };
    case 'Home':
      return { to: 0 };
    case 'End':
      return { to: last };
    case 'ArrowRight':
      if (row.expanded === false) return { toggle: index };
      return row.expanded === true ? { to: index + 1 } : null;
    case 'ArrowLeft':
      if (row.expanded === true) return { toggle: index };
      return row.parentIndex === null ? null : { to: row.parentIndex };
    case 'Enter':
    case ' ':
      return { choose: index };
    default:
      return null;
  }
}

/**
 * Returns the next row whose label starts with the typed letters, searching after the active row and then from the top.
 */
export function rowByTyping(rows: readonly TreeRow[], index: number, typed: string): number | null {
  const wanted = typed.toLocaleLowerCase();
  // A single letter moves to the next match, so that repeating it visits all matches. Several letters can match the
  // active row itself.
  const first = typed.length === 1 ? 1 : 0;
  for (let step = first; step < rows.length + first; step += 1) {
    const at = (index + step) % rows.length;
    if (rows[at]?.label.toLocaleLowerCase().startsWith(wanted) === true) return at;
  }
  return null;
}
