import { InboxOutlined, UploadOutlined } from '@ant-design/icons';
import type { Item } from '@vault/contract';
import { Button } from 'antd';
import { useMemo, type KeyboardEvent } from 'react';
import { isOffered } from '../commands/index.ts';
import {
  DataTable,
  EmptyState,
  Pager,
  useDelayed,
  usePhone,
  type RowDrag,
  type RowIds,
  type RowMenu,
  WhileLoading,
} from '../kit/index.ts';
import { NothingFound, totalFound } from '../search/index.ts';
import type { SelectedRows } from '../shared/list/index.ts';
import { isFolder } from '../tree/index.ts';
import { commonTexts } from '../kit/texts.ts';
import { fileColumns } from './columns.tsx';
import { FileGrid } from './lazy-grid.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { PhoneList } from './phone-list.tsx';
import type { RowCommands } from './row-commands.ts';
import { fileListTexts } from './texts.ts';
import type { FileList } from './use-file-list.ts';
import { useViewMode } from './view-mode.ts';
import styles from './files.module.css';

interface ListPaneProps {
  list: FileList;
  selected: SelectedRows<Item>;
  onOpenFolder: (id: string) => void;
  row: RowCommands;
  /**
   * handles a key in the list
   * @param item the focused row; null while the focus is in the header
   * @param onRow false while an element inside the row has the focus
   */
  onKey: (event: KeyboardEvent, item: Item | null, onRow: boolean) => void;
  onMenu: (item: Item, menu: RowMenu) => void;
  /** ids of the items that were cut (Ctrl+X) and not pasted yet */
  cut: RowIds;
  drag: RowDrag<Item>;
  mayCreate: boolean;
}

const STUCK_MS = 2000;

const idOf = (item: Item) => item.sfid;
const nameOf = (item: Item) => item.name;

/** The list with its pager. Instead of the rows it can show a skeleton, an error or the empty state. */
export function ListPane(props: ListPaneProps) {
  const { list, row, selected, onOpenFolder, mayCreate } = props;
  const { params, rows, total } = list;
  const isSearch = params.search !== null;
  const view = useViewMode();
  const hasThumbnails = view === 'thumbnails';
  const columns = useMemo(
    () => fileColumns(row, { isSearch, hasThumbnails }),
    [row, isSearch, hasThumbnails],
  );
  const isPhone = usePhone();
  // When the folder is deleted, another folder opens immediately. If none has opened after this time, loading has
  // failed.
  const isStuck = useDelayed(list.isGone, STUCK_MS);
  if (list.isFailed || isStuck) return <ListFailed problem={list.problem} onRetry={list.retry} />;
  if (list.isFirstLoad) return <ListSkeleton />;
  const open = (item: Item) => {
    if (isFolder(item)) return onOpenFolder(item.sfid);
    const context = row.contextOf([item]);
    return row.commands.find((command) => command.opens && isOffered(command, context))?.perform(context);
  };
  const empty =
    params.search === null ? <NoData mayCreate={mayCreate} /> : <NothingFound filter={params.search} />;
  const pager = (
    <Pager
      page={params.page}
      size={params.size}
      total={total}
      {...(isSearch && { totalText: totalFound })}
      onChange={list.setPage}
    />
  );
  if (isPhone) {
    return (
      <>
        {rows.length === 0 ? (
          <div className={styles['empty']}>{empty}</div>
        ) : (
          <PhoneList rows={rows} row={row} onOpen={open} isSearch={isSearch} />
        )}
        {pager}
      </>
    );
  }
  const shown = {
    label: fileListTexts.label,
    rows,
    rowId: idOf,
    rowLabel: nameOf,
    resetKey: list.resetKey,
    selected: selected.ids,
    onSelect: selected.select,
    opensOnClick: isFolder,
    onOpen: open,
    onRowKey: props.onKey,
    onRowMenu: props.onMenu,
    faded: props.cut,
    drag: props.drag,
    empty,
  };
  return (
    <>
      {view === 'grid' ? (
        <WhileLoading show={<ListSkeleton />}>
          <FileGrid {...shown} row={row} isSearch={isSearch} />
        </WhileLoading>
      ) : (
        <DataTable {...shown} columns={columns} sort={params.sort} onSort={list.setSort} />
      )}
      {pager}
    </>
  );
}

/** FILES-36: the empty state, with a hint for people who may create items. */
function NoData({ mayCreate }: { mayCreate: boolean }) {
  const hint = mayCreate ? fileListTexts.emptyHint : null;
  return (
    <EmptyState
      icon={mayCreate ? <UploadOutlined /> : <InboxOutlined />}
      title={fileListTexts.empty}
      hint={hint}
    />
  );
}

function ListFailed({ problem, onRetry }: { problem: string | null; onRetry: () => void }) {
  return (
    <div className={styles['failed']}>
      <EmptyState icon={<InboxOutlined />} title={fileListTexts.loadFailed} hint={problem}>
        <Button onClick={onRetry}>{commonTexts.tryAgain}</Button>
      </EmptyState>
    </div>
  );
}
