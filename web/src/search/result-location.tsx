import type { FoundItem } from '@vault/contract';
import { leaveSearch, VaultLink } from '../shared/index.ts';
import { isFolder, shownPath } from '../tree/index.ts';
import styles from './search.module.css';

/** A link to the folder of a result (USE-41), and the text around the found words (SEARCH-26). */
export function ResultLocation({ item }: { item: FoundItem }) {
  const path = parentPathOf(item);
  return (
    <span className={styles['location']}>
      <VaultLink
        change={{ ...leaveSearch, folder: item.parentFolderSfid, page: 1 }}
        className={styles['path']}
        draggable={false}
        title={path}
      >
        {path}
      </VaultLink>
      {item.excerpt !== undefined && (
        <span className={styles['excerpt']}>
          {item.excerpt.map(({ text, marked }, index) =>
            // The order of the texts never changes, so the index can be the key.
            // oxlint-disable-next-line react/no-array-index-key
            marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
          )}
        </span>
      )}
    </span>
  );
}

/**
 * D-07: returns the path of the parent folder, such as 'Files / A'; the path of a found folder ends with the folder
 * itself, which is removed.
 */
export function parentPathOf(item: Pick<FoundItem, 'folderPath' | 'fileType'>): string {
  return shownPath(isFolder(item) ? item.folderPath.split('/').slice(0, -1).join('/') : item.folderPath);
}
