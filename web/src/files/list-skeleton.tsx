import { DEFAULT_PAGE_SIZE } from '@vault/contract';
import styles from './list-skeleton.module.css';

const ROWS = Array.from({ length: DEFAULT_PAGE_SIZE }, (_, index) => index);

/** A placeholder with the shape of the list, which is shown during the first load. */
export function ListSkeleton() {
  return (
    <div className={styles['skeleton']} aria-hidden>
      {ROWS.map((row) => (
        <div key={row} className={styles['row']}>
          <span className={styles['name']} />
          <span className={styles['size']} />
          <span className={styles['date']} />
        </div>
      ))}
    </div>
  );
}
