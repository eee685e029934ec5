import type { Item } from '@vault/contract';
import { useCallback, useState } from 'react';
import { CommandMenu, commandsOn, FILE_COMMAND_ORDER } from '../commands/index.ts';
import { useOnChange, type RowMenu } from '../kit/index.ts';
import type { SelectedRows } from '../shared/list/index.ts';
import type { RowCommands } from './row-commands.ts';
import { selectionTexts } from './texts.ts';

interface RowsMenuInput {
  selected: SelectedRows<Item>;
  /** changes when the list shows another folder, page or order */
  resetKey: string;
  row: RowCommands;
}

/**
 * The context menu of the rows (FILES-35, MENU). It acts on the selected rows. A right click on a row that is not
 * selected first selects only that row (FILES-49); the menu opens as soon as the delayed selection has followed (T-68).
 * It closes when the selection changes (MENU-19) and when the list shows other rows (MENU-20).
 */
export function useRowsMenu({ selected, resetKey, row }: RowsMenuInput) {
  const [menu, setMenu] = useState<RowMenu | null>(null);
  const { whenSettled, selectFor } = selected;
  const close = useCallback(() => setMenu(null), []);
  useOnChange(selected.ids, close);
  useOnChange(resetKey, close);

  const openOnSelected = useCallback((wanted: RowMenu) => whenSettled(() => setMenu(wanted)), [whenSettled]);
  const openOnRow = useCallback(
    (item: Item, wanted: RowMenu) => {
      close();
      selectFor(item);
      openOnSelected(wanted);
    },
    [close, selectFor, openOnSelected],
  );

  const context = row.contextOf(menu === null ? [] : selected.current());
  const element = menu !== null && context.items.length > 0 && (
    <CommandMenu
      label={selectionTexts.menu}
      at={menu.at}
      origin={menu.origin}
      commands={commandsOn(FILE_COMMAND_ORDER.menu, row.commands)}
      context={context}
      onClose={close}
    />
  );
  return { element, openOnRow, openOnSelected };
}
