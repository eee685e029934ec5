import { tailLengthOf } from '../../kit/truncate-middle.ts';
import styles from './name-text.module.css';

/** A name of so many letters has room wherever names stand. */
const SHORT = 40;

/** A name on one line that loses its middle where there is no room; on phones it wraps, and nothing of it is lost. */
export function NameText({ name }: { name: string }) {
  if (name.length <= SHORT) return <span className={styles['name']}>{name}</span>;
  const cut = name.length - tailLengthOf(name);
  return (
    <>
      {/* The two halves would be read as two words. */}
      <span className="visually-hidden">{name}</span>
      <span className={styles['cut']} title={name} aria-hidden>
        <span className={styles['head']}>{name.slice(0, cut)}</span>
        <span className={styles['tail']}>{name.slice(cut)}</span>
      </span>
    </>
  );
}
