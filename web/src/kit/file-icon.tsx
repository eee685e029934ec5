import { fileKindOf, type FileKind } from './file-kind.ts';
import styles from './file-icon.module.css';

/** What stands on the page of each kind; one stroke, one size (UI-14). */
const MARKS: Record<FileKind, string> = {
  word: 'm6.6 10.4 1.2 4.4 1.3-4 1.3 4 1.2-4.4',
  excel: 'm7.2 10.4 3.8 4.4m0-4.4-3.8 4.4',
  powerpoint: 'M7.5 15v-4.6h2a1.5 1.5 0 0 1 0 3h-2',
  pdf: 'M6 14.6c2.2-.9 3.6-3 3.5-4.6 0-.6-.8-.5-.8.1 0 1.8 1.7 3.4 3.6 3.6M6.6 13.4c1.6-.5 3.4-.7 5.3-.4',
  image: 'm5.6 14.8 2.4-3 1.7 1.9 1.2-1.2 1.7 2.3M11.3 10.2h.01',
  text: 'M6.5 10.5h5M6.5 12.5h5M6.5 14.5h3',
  archive: 'M9 3.5v1M9 6v1M9 8.5v1M8.2 11h1.6v3H8.2z',
  other: '',
};

const PAGE = 'M5 2.6h5.5L14.5 6.6V16a1.4 1.4 0 0 1-1.4 1.4H5A1.4 1.4 0 0 1 3.6 16V4A1.4 1.4 0 0 1 5 2.6Z';
const FOLD = 'M10.4 2.8V5.3a1.4 1.4 0 0 0 1.4 1.4h2.5';

/** The icon of a file by its name; the name stands beside it, so the icon says nothing to screen readers. */
export function FileIcon({ name }: { name: string }) {
  const kind = fileKindOf(name);
  return (
    <svg className={styles['icon']} data-kind={kind} width="20" height="20" viewBox="0 0 18 20" aria-hidden>
      <path className={styles['ground']} d={PAGE} />
      <path d={`${PAGE}${FOLD}`} />
      <path d={MARKS[kind]} />
    </svg>
  );
}

const CLOSED =
  'M2.4 5.2a1.4 1.4 0 0 1 1.4-1.4h3.1l1.9 2h5.4a1.4 1.4 0 0 1 1.4 1.4v7.4a1.4 1.4 0 0 1-1.4 1.4H3.8a1.4 1.4 0 0 1-1.4-1.4Z';

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
      <path className={styles['ground']} d={CLOSED} />
      <path d={`${CLOSED}M2.6 8.4h12.8`} />
    </svg>
  );
}
