import type { Column } from './columns.ts';
import styles from './table.module.css';

/** Returns the class of the cells of a column, including its header. */
export function cellClass({
  numeric = false,
  isPinned = false,
  reachesOver = false,
}: Pick<Column<never>, 'numeric' | 'isPinned' | 'reachesOver'>) {
  const classes = [
    numeric && styles['numeric'],
    isPinned && styles['pinned'],
    reachesOver && styles['reachesOver'],
  ].filter(Boolean);
  return classes.length === 0 ? undefined : classes.join(' ');
}
