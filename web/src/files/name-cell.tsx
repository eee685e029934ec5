import type { FoundItem } from '@vault/contract';
import { CommandButtons, commandsOn, FILE_COMMAND_ORDER, isOffered } from '../commands/index.ts';
import { DamagedMark, FileIcon, FolderIcon, WhileLoading } from '../kit/index.ts';
import { ResultLocation } from '../search/index.ts';
import { isFolder } from '../tree/index.ts';
import { FileName, FolderLink } from './item-name.tsx';
import { Thumbnail } from './lazy-grid.ts';
import type { RowCommands } from './row-commands.ts';
import { fileListTexts } from './texts.ts';
import styles from './files.module.css';

interface NameCellProps {
  item: FoundItem;
  row: RowCommands;
  /** the item is a search result: its folder is shown below its name */
  isFound: boolean;
  /** thumbnails replace icons (USE-33) */
  hasThumbnails: boolean;
}

/** The cell with icon and name. It shows the row's commands while the pointer or the focus is on the row (FILES-33). */
export function NameCell({ item, row, isFound, hasThumbnails }: NameCellProps) {
  const context = row.contextOf([item]);
  const opener = row.commands.find((command) => command.opens && isOffered(command, context));
  return (
    <span className={styles['name']}>
      {isFolder(item) ? <FolderIcon /> : <Icon item={item} hasThumbnails={hasThumbnails} />}
      <span className={styles['nameLines']}>
        {isFolder(item) ? <FolderLink item={item} /> : <FileName item={item} opener={opener} row={row} />}
        {item.isDamaged === true && <DamagedMark text={fileListTexts.damaged} />}
        {isFound && <ResultLocation item={item} />}
      </span>
      <span className={styles['rowIcons']}>
        <CommandButtons
          commands={commandsOn(FILE_COMMAND_ORDER.row, row.commands)}
          context={context}
          look={({ label }) => ({
            tip: label,
            type: 'text',
            size: 'small',
            'aria-label': fileListTexts.commandOn(label, item.name),
          })}
        />
      </span>
    </span>
  );
}

function Icon({ item, hasThumbnails }: Pick<NameCellProps, 'item' | 'hasThumbnails'>) {
  const icon = <FileIcon name={item.name} />;
  if (!hasThumbnails) return icon;
  return (
    <WhileLoading show={icon}>
      <Thumbnail item={item} size="small" />
    </WhileLoading>
  );
}
