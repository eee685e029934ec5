import { fileKindOf, type FileKind } from './file-kind.ts';
import styles from './file-icon.module.css';

/** The drawing on the tile of each kind of file. All have the same stroke width and size (UI-14). */
const MARKS: Record<FileKind, string> = {
  word: 'm5.6 8.4 1.7 6.2L9.5 9l2.2 5.6 1.7-6.2',
  excel: 'm6.2 8 6.6 7m0-7-6.6 7',
  powerpoint: 'M7 15.4V8.2h3a2.3 2.3 0 0 1 0 4.6H7',
  pdf: 'M5.4 15c2.6-1 4.4-3.7 4.3-5.9 0-1.6-1.6-1.4-1.6 0 0 2.3 2.2 4.4 5.2 4.6M6.4 13.2c2-.7 4.4-.9 6.9-.5',
  image: 'm4.8 15.2 3-4 2.1 2.6 1.5-1.6 2.8 3M11.6 8.4h.01',
  audio:
    'M7.2 14.4V8.2l5.4-1v6M5.4 14.4a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0M10.8 13.2a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0',
  video: 'M7.2 8.2v7l5.8-3.5Z',
  mail: 'M4.8 8.4h8.4v6.4H4.8ZM5 8.8l4 3.2 4-3.2',
  text: 'M5.8 8.8h6.4M5.8 11.6h6.4M5.8 14.4h4',
  archive: 'M9 2.6v1.2M9 5.4v1.2M9 8.2v1.2M7.7 11.4h2.6v3.2H7.7z',
  other: '',
};

const PAGE =
  'M4.6 1.6h6.2l4.2 4.2v10.8a1.8 1.8 0 0 1-1.8 1.8H4.6a1.8 1.8 0 0 1-1.8-1.8V3.4a1.8 1.8 0 0 1 1.8-1.8Z';

const FOLD = 'm10.8 1.6 4.2 4.2h-2.8a1.4 1.4 0 0 1-1.4-1.4Z';

/**
 * The icon of a file: a tile in the colour of the file's kind, with a drawing (USE-50). Hidden from screen readers,
 * because the name is beside it.
 */
export function FileIcon({ name }: { name: string }) {
  const kind = fileKindOf(name);
  return (
    <svg className={styles['icon']} data-kind={kind} width="20" height="20" viewBox="0 0 18 20" aria-hidden>
      <path className={styles['ground']} d={PAGE} />
      <path className={styles['fold']} d={FOLD} />
      <path className={styles['mark']} d={MARKS[kind]} />
    </svg>
  );
}
