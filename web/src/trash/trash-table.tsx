import { DeleteOutlined } from '@ant-design/icons';
import { FILES_TABLE_HEIGHT, type TrashItem } from '@vault/contract';
import { useState, type KeyboardEvent } from 'react';
import { ContextMenu, DataTable, NothingHere, PlainTable, useOnChange, type RowMenu } from '../kit/index.ts';
import { ActionDialog, type PendingAction } from './action-dialog.tsx';
import { actionOf, TRASH_ACTIONS } from './actions.ts';
import { TRASH_COLUMNS } from './columns.tsx';
import { DEFAULT_FILTER } from './filter.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useRows } from './use-rows.ts';
import type { useTrashList } from './use-trash-list.ts';

interface TrashTableProps {
  list: ReturnType<typeof useTrashList>;
}

const idOf = ({ id }: TrashItem) => id;
const nameOf = ({ name }: TrashItem) => name;
const nothing = () => undefined;
const opensNothing = () => false;

function tableOf({ list }: TrashTableProps) {
  const isFiltered = JSON.stringify(list.params.filter) !== JSON.stringify(DEFAULT_FILTER);
  const hint = isFiltered
    ? 'Nothing in the trash matches the filter.'
    : 'What is deleted from Files waits here until it is restored or deleted for ever.';
  return {
    label: 'Trash',
    columns: TRASH_COLUMNS,
    rows: list.rows,
    rowId: idOf,
    resetKey: list.resetKey,
    sort: list.params.sort,
    onSort: list.setSort,
    bodyHeight: FILES_TABLE_HEIGHT,
    empty: <NothingHere list={list} icon={<DeleteOutlined />} title="No Data" hint={hint} />,
  };
}

/** TRASH-14, T-65: without edit permission rows cannot be selected and have no menu. */
export function ReadOnlyTable({ list }: TrashTableProps) {
  return <PlainTable {...tableOf({ list })} />;
}

/** The rows with their actions, in a menu and by keys (TRASH-13, TRASH-18). */
export function TrashTable({ list }: TrashTableProps) {
  const rows = useRows(list.rows, list.resetKey);
  const [menu, setMenu] = useState<(RowMenu & { items: readonly TrashItem[] }) | null>(null);
  const [pending, setPending] = useState<PendingAction | null>(null);
  useOnChange(list.resetKey, () => setMenu(null));
  const ask = (actionId: string, items: readonly TrashItem[]) => {
    const action = actionOf(actionId);
    if (action !== undefined && items.length > 0) setPending({ action, items });
  };
  const onRowKey = (event: KeyboardEvent, row: TrashItem | null) => {
    if (event.key !== 'Delete') return;
    event.preventDefault();
    // In the header, as after 'Select all', the key acts on the selection (USE-10).
    ask('delete', row === null ? rows.items : rows.selectFor(row));
  };
  return (
    <>
      {list.rows.length > 0 && (
        <SelectionBar
          count={rows.items.length}
          onAct={(id) => ask(id, rows.items)}
          onClear={rows.clear}
          onKey={(event) => {
            if (event.key === 'Escape') rows.clear();
            else onRowKey(event, null);
          }}
        />
      )}
      <DataTable
        {...tableOf({ list })}
        rowLabel={nameOf}
        selected={rows.selected}
        onSelect={rows.select}
        opensOnClick={opensNothing}
        onOpen={nothing}
        onRowKey={onRowKey}
        onRowMenu={(row, wanted) => setMenu({ ...wanted, items: rows.selectFor(row) })}
      />
      {menu !== null && (
        <ContextMenu
          label="Selected items"
          at={menu.at}
          origin={menu.origin}
          items={TRASH_ACTIONS}
          onChoose={(id) => ask(id, menu.items)}
          onClose={() => setMenu(null)}
        />
      )}
      <ActionDialog pending={pending} onClose={() => setPending(null)} onDone={rows.clear} />
    </>
  );
}
