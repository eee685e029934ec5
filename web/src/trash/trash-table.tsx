import { DeleteOutlined } from '@ant-design/icons';
import { FILES_TABLE_HEIGHT, type TrashItem } from '@vault/contract';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { BringBackButton } from '../bring-back/index.ts';
import { commandOfKey, CommandMenu, useBoundCommands } from '../commands/index.ts';
import { DataTable, NothingHere, PlainTable, useOnChange, type RowMenu } from '../kit/index.ts';
import { useSelectedRows } from '../shared/list/index.ts';
import { ActionDialog, type PendingAction } from './action-dialog.tsx';
import { TRASH_COLUMNS } from './columns.tsx';
import { trashCommands, type TrashContext, type TrashTools } from './commands.ts';
import { DEFAULT_FILTER } from './filter.ts';
import { SelectionBar } from './selection-bar.tsx';
import { trashTabTexts } from './texts.ts';
import type { useTrashList } from './use-trash-list.ts';
import styles from './trash.module.css';

interface TrashTableProps {
  list: ReturnType<typeof useTrashList>;
}

const idOf = ({ id }: TrashItem) => id;
const nameOf = ({ name }: TrashItem) => name;
const nothing = () => undefined;
const opensNothing = () => false;

function tableOf({ list }: TrashTableProps) {
  const isFiltered = JSON.stringify(list.params.filter) !== JSON.stringify(DEFAULT_FILTER);
  const hint = isFiltered ? trashTabTexts.noMatchHint : trashTabTexts.emptyHint;
  return {
    label: trashTabTexts.list,
    columns: TRASH_COLUMNS,
    rows: list.rows,
    rowId: idOf,
    resetKey: list.resetKey,
    sort: list.params.sort,
    onSort: list.setSort,
    bodyHeight: FILES_TABLE_HEIGHT,
    empty: <NothingHere list={list} icon={<DeleteOutlined />} title={trashTabTexts.empty} hint={hint} />,
  };
}

/** TRASH-14, T-65: the table for users without edit permission. Its rows cannot be selected and have no menu. */
export function ReadOnlyTable({ list }: TrashTableProps) {
  return <PlainTable {...tableOf({ list })} />;
}

/** The table of deleted items, whose actions are in a menu and have keys (TRASH-13, TRASH-18). */
export function TrashTable({ list }: TrashTableProps) {
  const selected = useSelectedRows({ rows: list.rows, rowId: idOf, resetKey: list.resetKey });
  const context = { items: selected.current() };
  const [menu, setMenu] = useState<(RowMenu & { context: TrashContext }) | null>(null);
  const [pending, setPending] = useState<PendingAction | null>(null);
  const tools = useMemo<TrashTools>(
    () => ({ confirm: (action, items) => setPending({ action, items }) }),
    [],
  );
  const commands = useBoundCommands(trashCommands, tools);
  useOnChange(list.resetKey, () => setMenu(null));
  const onRowKey = (event: KeyboardEvent, row: TrashItem | null) => {
    // While the focus is in the header, such as after 'Select all', a key acts on the selected rows (USE-10).
    const run = commandOfKey(event, commands, () => ({
      items: row === null ? selected.current() : selected.selectFor(row),
    }));
    if (run === null) return;
    event.preventDefault();
    run();
  };
  return (
    <>
      <div className={styles['bars']}>
        {list.rows.length > 0 && (
          <SelectionBar
            context={context}
            commands={commands}
            onClear={selected.clear}
            onKey={(event) => {
              if (event.key === 'Escape') selected.clear();
              else onRowKey(event, null);
            }}
          />
        )}
        <BringBackButton />
      </div>
      <DataTable
        {...tableOf({ list })}
        rowLabel={nameOf}
        selected={selected.ids}
        onSelect={selected.select}
        opensOnClick={opensNothing}
        onOpen={nothing}
        onRowKey={onRowKey}
        onRowMenu={(row, wanted) => setMenu({ ...wanted, context: { items: selected.selectFor(row) } })}
      />
      {menu !== null && (
        <CommandMenu label={trashTabTexts.menu} {...menu} commands={commands} onClose={() => setMenu(null)} />
      )}
      <ActionDialog pending={pending} onClose={() => setPending(null)} onDone={selected.clear} />
    </>
  );
}
