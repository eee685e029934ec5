import { InboxOutlined, UploadOutlined } from '@ant-design/icons';
import type { Item } from '@vault/contract';
import { Button } from 'antd';
import { useMemo, type KeyboardEvent } from 'react';
import { DataTable, EmptyState, Pager, useDelayed, type RowIds } from '../kit/index.ts';
import { fileColumns } from './columns.tsx';
import type { RowsCommand, RowsCommandId } from './commands.ts';
import { isFolder } from './items.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import type { FileList } from './use-file-list.ts';
import styles from './files.module.css';

interface ListPaneProps {
  list: FileList;
  /** changes with everything that brings other rows: the list then begins at its top */
  place: string;
  chosen: RowIds;
  onChoose: (chosen: RowIds) => void;
  onOpenFolder: (id: string) => void;
  /** those that are permitted */
  commands: readonly RowsCommand[];
  /** withSelection: on the selected rows if there are any, else on this one */
  onRun: (command: RowsCommandId, item: Item, withSelection: boolean) => void;
  mayCreate: boolean;
}

const STUCK_MS = 2000;

const idOf = (item: Item) => item.sfid;
const nameOf = (item: Item) => item.name;

/** The list with its pager, or what stands in its place. */
export function ListPane({
  list,
  place,
  chosen,
  onChoose,
  onOpenFolder,
  commands,
  onRun,
  mayCreate,
}: ListPaneProps) {
  const columns = useMemo(
    () =>
      fileColumns(
        commands.filter(({ onRow }) => onRow),
        (command, item) => onRun(command, item, false),
      ),
    [commands, onRun],
  );
  const { params, rows, total } = list;
  // A folder that is gone gives way to another at once; if it does not, something is wrong.
  const isStuck = useDelayed(list.isGone, STUCK_MS);
  if (list.isFailed || isStuck) return <ListFailed onRetry={list.retry} />;
  if (list.isFirstLoad) return <ListSkeleton />;
  const runByKey = (event: KeyboardEvent, item: Item) => {
    const command = commands.find(({ key }) => key === event.key);
    if (command === undefined) return;
    event.preventDefault();
    onRun(command.id, item, true);
  };
  return (
    <>
      <DataTable
        label="Files and folders"
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowLabel={nameOf}
        place={place}
        sort={params.sort}
        onSort={list.setSort}
        selected={chosen}
        onSelect={onChoose}
        opensOnClick={isFolder}
        onOpen={(item) => isFolder(item) && onOpenFolder(item.sfid)}
        onRowKey={runByKey}
        empty={<NoData mayCreate={mayCreate} />}
      />
      <Pager page={params.page} size={params.size} total={total} onChange={list.setPage} />
    </>
  );
}

/** FILES-36, with what to do next for those who may. */
function NoData({ mayCreate }: { mayCreate: boolean }) {
  const hint = mayCreate ? 'Drop files or folders here, or use Upload, to add the first ones.' : null;
  return <EmptyState icon={mayCreate ? <UploadOutlined /> : <InboxOutlined />} title="No Data" hint={hint} />;
}

function ListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles['failed']}>
      <EmptyState
        icon={<InboxOutlined />}
        title="The list could not be loaded"
        hint="Check your connection, then try again."
      >
        <Button onClick={onRetry}>Try again</Button>
      </EmptyState>
    </div>
  );
}
