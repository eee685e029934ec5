import styles from './kit.module.css';

/** SAFE-02: the line below the name of a file whose stored bytes are damaged. */
export function DamagedMark({ text }: { text: string }) {
  return (
    <span className={styles['damaged']} title={text}>
      {text}
    </span>
  );
}
