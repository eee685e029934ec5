import type { FoundItem } from '@vault/contract';
import { Suspense } from 'react';
import { commandsOn, isOffered } from '../commands/index.ts';
import { FileIcon, FolderIcon, Tip } from '../kit/index.ts';
import { FoundPlace } from '../search/index.ts';
import { isFolder } from '../tree/index.ts';
import { ChoiceButton } from './choice-button.tsx';
import { FileName, FolderLink } from './item-name.tsx';
import { Thumbnail } from './lazy-grid.ts';
import type { RowCommands } from './row-commands.ts';
import styles from './files.module.css';

interface NameCellProps {
  item: FoundItem;
  row: RowCommands;
  /** found by a search: its folder is shown below its name */
  isFound: boolean;
  /** thumbnails replace icons (USE-33) */
  hasThumbnails: boolean;
}

/** Icon and name; the row's commands show while the pointer or the focus is on the row (FILES-33). */
export function NameCell({ item, row, isFound, hasThumbnails }: NameCellProps) {
  const offered = row.commands.filter((command) => isOffered(command, row.contextOf([item])));
  return (
    <span className={styles['name']}>
      {isFolder(item) ? <FolderIcon /> : <Icon item={item} hasThumbnails={hasThumbnails} />}
      <span className={styles['nameLines']}>
        {isFolder(item) ? (
          <FolderLink item={item} />
        ) : (
          <FileName item={item} opener={offered.find(({ opens }) => opens)} row={row} />
        )}
        {isFound && <FoundPlace item={item} />}
      </span>
      <span className={styles['rowIcons']}>
        {commandsOn('row', offered).map((command) => (
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

function Icon({ item, hasThumbnails }: Pick<NameCellProps, 'item' | 'hasThumbnails'>) {
  const icon = <FileIcon name={item.name} />;
  if (!hasThumbnails) return icon;
  return (
    <Suspense fallback={icon}>
      <Thumbnail item={item} size="small" />
    </Suspense>
  );
}
