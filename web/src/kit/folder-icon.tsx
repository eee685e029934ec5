import styles from './file-icon.module.css';

const TAB = 'M2.2 5.4A1.6 1.6 0 0 1 3.8 3.8h2.9l2 2.2h5.5a1.6 1.6 0 0 1 1.6 1.6v1.2H2.2Z';
const FRONT = 'M2.2 8.2h13.6v6.6a1.6 1.6 0 0 1-1.6 1.6H3.8a1.6 1.6 0 0 1-1.6-1.6Z';

/** The icon of a folder. Hidden from screen readers, because the name is beside it. */
export function FolderIcon({ size = 20 }: { size?: 16 | 20 }) {
  return (
    <svg
      className={styles['icon']}
      data-kind="folder"
      width={size}
      height={size}
      viewBox="0 0 18 20"
      aria-hidden
    >
      <path className={styles['back']} d={TAB} />
      <path className={styles['ground']} d={FRONT} />
    </svg>
  );
}
