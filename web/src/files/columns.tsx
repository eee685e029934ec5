import { formatBytes, type FoundItem } from '@vault/contract';
import { formatDateTime, Person, type Column } from '../kit/index.ts';
import { versionText } from './items.ts';
import { NameCell } from './name-cell.tsx';
import type { RowCommands } from './row-commands.ts';

/**
 * FILES-24 … FILES-28: the columns; their keys are the fields to sort by (FILES-38). Names keep 240 px; where that
 * leaves too little room for the others, Version is left out (USE-12).
 * @param row what can be done with the rows
 * @param isSearch the rows lie in different folders
 */
export function fileColumns(row: RowCommands, isSearch: boolean): Column<FoundItem>[] {
  return [
    {
      key: 'name',
      title: 'Item Name',
      width: 240,
      sortable: true,
      reachesOver: true,
      cell: (item) => <NameCell item={item} row={row} isFound={isSearch} />,
    },
    { key: 'version', title: 'Version', width: 80, numeric: true, isOptional: true, cell: versionText },
    {
      key: 'size',
      title: 'Size',
      width: 116,
      sortable: true,
      numeric: true,
      cell: (item) => formatBytes(item.size),
    },
    {
      key: 'createddate',
      title: 'Date Modified',
      width: 208,
      sortable: true,
      cell: (item) => <span className="tabular">{formatDateTime(item.createddate)}</span>,
    },
    {
      key: 'uploadedBy',
      title: 'Last Updated By',
      width: 164,
      sortable: true,
      cell: (item) => <Person name={item.uploadedBy} />,
    },
  ];
}
