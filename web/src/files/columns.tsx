import { formatBytes, type FoundItem } from '@vault/contract';
import { formatDateTime, Person, type Column } from '../kit/index.ts';
import { versionText } from './items.ts';
import { NameCell } from './name-cell.tsx';
import type { RowCommands } from './row-commands.ts';
import { fileColumnTexts } from './texts.ts';

/** How the rows are shown. */
export interface RowsView {
  /** the rows are search results, from different folders */
  isSearch: boolean;
  /** thumbnails replace icons */
  hasThumbnails: boolean;
}

/**
 * FILES-24 … FILES-28: the columns; their keys are the sort fields (FILES-38). The column of names is at least 240 px
 * wide. When too little room is left for the other columns, Version is hidden (USE-12).
 * @param row the commands for the rows
 */
export function fileColumns(row: RowCommands, { isSearch, hasThumbnails }: RowsView): Column<FoundItem>[] {
  return [
    {
      key: 'name',
      title: fileColumnTexts.name,
      width: 240,
      sortable: true,
      reachesOver: true,
      cell: (item) => <NameCell item={item} row={row} isFound={isSearch} hasThumbnails={hasThumbnails} />,
    },
    {
      key: 'version',
      title: fileColumnTexts.version,
      width: 80,
      numeric: true,
      isOptional: true,
      cell: versionText,
    },
    {
      key: 'size',
      title: fileColumnTexts.size,
      width: 116,
      sortable: true,
      numeric: true,
      cell: (item) => formatBytes(item.size),
    },
    {
      key: 'createddate',
      title: fileColumnTexts.modified,
      width: 208,
      sortable: true,
      cell: (item) => <span className="tabular">{formatDateTime(item.createddate)}</span>,
    },
    {
      key: 'uploadedBy',
      title: fileColumnTexts.modifiedBy,
      width: 164,
      sortable: true,
      cell: (item) => <Person name={item.uploadedBy} />,
    },
  ];
}
