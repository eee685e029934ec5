import { formatBytes, type Item } from '@vault/contract';
import { formatDateTime, Person, type Column } from '../kit/index.ts';
import type { RowsCommand, RowsCommandId } from './commands.ts';
import { versionText } from './items.ts';
import { NameCell } from './name-cell.tsx';

/**
 * FILES-24 … FILES-28: the columns; their keys are the fields to sort by (FILES-38).
 * @param commands what stands on the rows themselves
 */
export function fileColumns(
  commands: readonly RowsCommand[],
  onRun: (command: RowsCommandId, item: Item) => void,
): Column<Item>[] {
  return [
    {
      key: 'name',
      title: 'Item Name',
      width: 168,
      sortable: true,
      cell: (item) => <NameCell item={item} commands={commands} onRun={onRun} />,
    },
    { key: 'version', title: 'Version', width: 80, numeric: true, cell: versionText },
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
