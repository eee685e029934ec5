import styles from './spinner.module.css';

/** A turning ring with a label that says what is loading. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className={styles['spinner']} role="status">
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** A spinner in the middle of an empty page. */
export function PageLoader({ label }: { label: string }) {
  return (
    <div className={styles['page']}>
      <Spinner label={label} />
    </div>
  );
}
