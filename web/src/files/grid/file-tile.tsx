import type { FoundItem } from '@vault/contract';
import { isOffered } from '../../commands/index.ts';
import { DamagedMark, FileIcon, FolderIcon } from '../../kit/index.ts';
import { ResultLocation } from '../../search/index.ts';
import { isFolder } from '../../tree/index.ts';
import { FileName, FolderLink } from '../item-name.tsx';
import type { RowCommands } from '../row-commands.ts';
import { fileListTexts } from '../texts.ts';
import { Thumbnail } from './thumbnail.tsx';
import styles from './grid.module.css';

interface FileTileProps {
  item: FoundItem;
  row: RowCommands;
  /** the item is a search result: its folder is shown below its name */
  isFound: boolean;
}

/** A file or folder in the grid: its picture, with icon and name below it. */
export function FileTile({ item, row, isFound }: FileTileProps) {
  const opener = row.commands.find((command) => command.opens && isOffered(command, row.contextOf([item])));
  return (
    <>
      <div className={styles['picture']}>
        {isFolder(item) ? <FolderIcon /> : <Thumbnail item={item} size="large" />}
      </div>
      <div className={styles['caption']}>
        {isFolder(item) ? <FolderIcon size={16} /> : <FileIcon name={item.name} />}
        <span className={styles['name']}>
          {isFolder(item) ? <FolderLink item={item} /> : <FileName item={item} opener={opener} row={row} />}
          {item.isDamaged === true && <DamagedMark text={fileListTexts.damaged} />}
          {isFound && <ResultLocation item={item} />}
        </span>
      </div>
    </>
  );
}
