import styles from './table.module.css';

/** Two small triangles; the triangle of the current order is coloured. */
export function SortMark({ direction }: { direction: 'asc' | 'desc' | null }) {
  return (
    <svg className={styles['sortMark']} width="8" height="12" viewBox="0 0 8 12" aria-hidden>
      <path d="M4 0.5 7.5 5h-7z" data-on={direction === 'asc'} />
      <path d="M4 11.5 0.5 7h7z" data-on={direction === 'desc'} />
    </svg>
  );
}
