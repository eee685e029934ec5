import type { FoundItem, Item } from '@vault/contract';
import { Link } from '@tanstack/react-router';
import { commandsAt, isOffered, type BoundCommand } from '../commands/index.ts';
import { FileIcon, FolderIcon, MiddleTruncated, Tip } from '../kit/index.ts';
import { FoundPlace } from '../search/index.ts';
import { leaveSearch, patchVaultSearch } from '../shell/index.ts';
import { isFolder } from '../tree/index.ts';
import { ChoiceButton } from './choice-button.tsx';
import type { RowCommands } from './row-commands.ts';
import styles from './files.module.css';

interface NameCellProps {
  item: FoundItem;
  row: RowCommands;
  /** found by a search: where it lies is shown below its name */
  isFound: boolean;
}

/** Icon and name; what can be done at once shows while the pointer or the focus is on the row (FILES-33). */
export function NameCell({ item, row, isFound }: NameCellProps) {
  const offered = row.commands.filter((command) => isOffered(command, row.contextOf([item])));
  return (
    <span className={styles['name']}>
      {isFolder(item) ? <FolderIcon /> : <FileIcon name={item.name} />}
      <span className={styles['nameLines']}>
        {isFolder(item) ? (
          <FolderLink item={item} />
        ) : (
          <FileName item={item} opener={offered.find(({ opens }) => opens)} row={row} />
        )}
        {isFound && <FoundPlace item={item} />}
      </span>
      <span className={styles['rowIcons']}>
        {commandsAt('row', offered).map((command) => (
          <Tip key={command.id} text={command.label}>
            <ChoiceButton
              command={command}
              context={row.contextOf([item])}
              onRun={(_, choiceId) => command.perform(row.contextOf([item]), choiceId)}
              type="text"
              size="small"
              aria-label={`${command.label} ${item.name}`}
              icon={<command.icon aria-hidden />}
            />
          </Tip>
        ))}
      </span>
    </span>
  );
}

/** A real link, so that a folder can be opened in a further window too. */
function FolderLink({ item }: { item: Item }) {
  return (
    <Link
      to="/vault"
      search={(search) => patchVaultSearch(search, { folder: item.sfid, page: 1, ...leaveSearch })}
      className={styles['folderLink'] ?? ''}
      // The row is the tab stop, and Enter on it opens the folder.
      tabIndex={-1}
      // Who drags the name drags the row.
      draggable={false}
    >
      <MiddleTruncated text={item.name} />
    </Link>
  );
}

/** FILES-44: a click on the name opens the file, where files can be opened. */
function FileName({
  item,
  opener,
  row,
}: Omit<NameCellProps, 'isFound'> & { opener: BoundCommand | undefined }) {
  if (opener === undefined) return <MiddleTruncated text={item.name} />;
  return (
    <button
      type="button"
      className={styles['fileName']}
      tabIndex={-1}
      onClick={() => opener.perform(row.contextOf([item]))}
    >
      <MiddleTruncated text={item.name} />
    </button>
  );
}
