import { tailLengthOf } from '../../kit/truncate-middle.ts';
import styles from './name-text.module.css';

/** A name on one line that loses its middle where there is no room; on phones it wraps, and nothing of it is lost. */
export function NameText({ name }: { name: string }) {
  const cut = name.length - tailLengthOf(name);
  return (
    <span className={styles['name']} title={name}>
      <span className={styles['head']}>{name.slice(0, cut)}</span>
      <span className={styles['tail']}>{name.slice(cut)}</span>
    </span>
  );
}
