import { EllipsisOutlined } from '@ant-design/icons';
import { formatBytes, type FoundItem, type Item } from '@vault/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { CommandButtons, CommandMenu, commandsOn, FILE_COMMAND_ORDER, isOffered } from '../commands/index.ts';
import { DamagedMark, FileIcon, FolderIcon, formatDateTime, type RowMenu } from '../kit/index.ts';
import { ResultLocation } from '../search/index.ts';
import { isFolder } from '../tree/index.ts';
import type { RowCommands } from './row-commands.ts';
import { fileListTexts } from './texts.ts';
import styles from './phone-list.module.css';

interface PhoneListProps {
  rows: readonly FoundItem[];
  row: RowCommands;
  /** opens a folder or previews a file */
  onOpen: (item: Item) => void;
  /** the rows are search results, from different folders */
  isSearch: boolean;
}

/**
 * The list in a narrow window, like the list on the recipients' pages: each row is one line that opens the item, and a
 * menu (USE-46).
 */
export function PhoneList({ rows, row, onOpen, isSearch }: PhoneListProps) {
  const [menu, setMenu] = useState<(RowMenu & { item: Item }) | null>(null);
  const context = menu === null ? null : row.contextOf([menu.item]);
  return (
    <>
      <ul className={styles['list']} aria-label={fileListTexts.label}>
        {rows.map((item) => (
          <li key={item.sfid} className={styles['item']}>
            {isFolder(item) ? <FolderIcon /> : <FileIcon name={item.name} />}
            <span className={styles['words']}>
              <Name item={item} row={row} onOpen={onOpen} />
              <span className={styles['about']}>
                {formatBytes(item.size)} · {formatDateTime(item.createddate)}
              </span>
              {item.isDamaged === true && <DamagedMark text={fileListTexts.damaged} />}
              {isSearch && <ResultLocation item={item} />}
            </span>
            <Actions item={item} row={row} onMenu={(wanted) => setMenu({ ...wanted, item })} />
          </li>
        ))}
      </ul>
      {menu !== null && context !== null && (
        <CommandMenu
          label={menu.item.name}
          at={menu.at}
          origin={menu.origin}
          commands={commandsOn(FILE_COMMAND_ORDER.menu, row.commands)}
          context={context}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}

type NameProps = Pick<PhoneListProps, 'row' | 'onOpen'> & { item: Item };

function Name({ item, row, onOpen }: NameProps) {
  const context = row.contextOf([item]);
  const opens = isFolder(item) || row.commands.some((one) => one.opens === true && isOffered(one, context));
  if (!opens) return <span className={styles['name']}>{item.name}</span>;
  return (
    <button type="button" className={styles['name']} onClick={() => onOpen(item)}>
      {item.name}
    </button>
  );
}

interface ActionsProps {
  item: Item;
  row: RowCommands;
  onMenu: (menu: RowMenu) => void;
}

/** Download as a button, and a button for the menu of all other commands. */
function Actions({ item, row, onMenu }: ActionsProps) {
  return (
    <span className={styles['actions']}>
      <CommandButtons
        commands={commandsOn(['download'], row.commands)}
        context={row.contextOf([item])}
        look={({ label }) => ({
          type: 'text',
          size: 'large',
          'aria-label': fileListTexts.commandOn(label, item.name),
        })}
      />
      <Button
        type="text"
        size="large"
        aria-label={fileListTexts.moreFor(item.name)}
        aria-haspopup="menu"
        icon={<EllipsisOutlined aria-hidden />}
        onClick={({ currentTarget }) => {
          const { right, bottom } = currentTarget.getBoundingClientRect();
          onMenu({ at: { x: right, y: bottom }, origin: currentTarget });
        }}
      />
    </span>
  );
}
