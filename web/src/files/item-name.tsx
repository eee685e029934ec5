import type { FoundItem, Item } from '@vault/contract';
import type { BoundCommand, FileContext } from '../commands/index.ts';
import { MiddleTruncated } from '../kit/index.ts';
import { leaveSearch, VaultLink } from '../shared/index.ts';
import type { RowCommands } from './row-commands.ts';
import styles from './files.module.css';

/** The name of a folder: a real link, so that the folder can also be opened in another window. */
export function FolderLink({ item }: { item: Item }) {
  return (
    <VaultLink
      change={{ folder: item.sfid, page: 1, ...leaveSearch }}
      className={styles['folderLink']}
      // The row is the tab stop, and Enter on it opens the folder.
      tabIndex={-1}
      // A drag that starts on the name drags the row.
      draggable={false}
    >
      <MiddleTruncated text={item.name} />
    </VaultLink>
  );
}

/** The name of a file (FILES-44): a click on it opens the file if the file can be opened. */
export function FileName({
  item,
  opener,
  row,
}: {
  item: FoundItem;
  /** the command that opens the file; undefined when the file cannot be opened */
  opener: BoundCommand<FileContext> | undefined;
  row: RowCommands;
}) {
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
