import type { TrashItem } from '@vault/contract';
import { FileIcon, FolderIcon, formatDateTime, MiddleTruncated, Person, type Column } from '../kit/index.ts';
import { shownPath } from '../tree/index.ts';
import { trashColumnTexts } from './texts.ts';
import styles from './trash.module.css';

/** Returns the text of a size: '-' for a size of zero (TRASH-12, T-75). */
export const shownSize = (fileSizeString: string): string =>
  fileSizeString === '0.0 bytes' ? '-' : fileSizeString;

/** TRASH-11, TRASH-21: the columns in order; their keys are the sort fields. */
export const TRASH_COLUMNS: readonly Column<TrashItem>[] = [
  { key: 'name', title: trashColumnTexts.name, width: 224, sortable: true, cell: nameCell },
  {
    key: 'size',
    title: trashColumnTexts.size,
    width: 112,
    sortable: true,
    numeric: true,
    cell: ({ fileSizeString }) => shownSize(fileSizeString),
  },
  {
    key: 'originalLocation',
    title: trashColumnTexts.location,
    width: 232,
    sortable: true,
    cell: ({ originalLocation }) => <MiddleTruncated text={shownPath(originalLocation)} />,
  },
  {
    key: 'deletedAt',
    title: trashColumnTexts.deletedAt,
    width: 208,
    sortable: true,
    cell: ({ deletedAt }) => <span className="tabular">{formatDateTime(deletedAt)}</span>,
  },
  {
    key: 'deletedBy',
    title: trashColumnTexts.deletedBy,
    width: 168,
    sortable: true,
    cell: ({ deletedBy }) => <Person name={deletedBy.name} />,
  },
];

function nameCell({ name, contentType }: TrashItem) {
  return (
    <span className={styles['name']}>
      {contentType === 'folder' ? <FolderIcon /> : <FileIcon name={name} />}
      <MiddleTruncated text={name} />
    </span>
  );
}
