import { tailLengthOf } from '../../kit/truncate-middle.ts';
import styles from './name-text.module.css';

/** Names of at most this many letters always fit. */
const SHORT = 40;

/** A name on one line. If it does not fit, its middle is cut; on phones it wraps instead. */
export function NameText({ name }: { name: string }) {
  if (name.length <= SHORT) return <span className={styles['name']}>{name}</span>;
  const cut = name.length - tailLengthOf(name);
  return (
    <>
      {/* The two halves are hidden from screen readers, which would read them as two words. */}
      <span className="visually-hidden">{name}</span>
      <span className={styles['cut']} title={name} aria-hidden>
        <span className={styles['head']}>{name.slice(0, cut)}</span>
        <span className={styles['tail']}>{name.slice(cut)}</span>
      </span>
    </>
  );
}
