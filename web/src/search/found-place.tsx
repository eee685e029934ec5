import type { FoundItem } from '@vault/contract';
import { Link } from '@tanstack/react-router';
import { leaveSearch, patchVaultSearch } from '../shell/index.ts';
import { isFolder } from '../tree/index.ts';
import styles from './search.module.css';

/** Where an item that was found lies, as a link to that folder, and the text around the words (SEARCH-26). */
export function FoundPlace({ item }: { item: FoundItem }) {
  const path = parentPathOf(item);
  return (
    <span className={styles['place']}>
      <Link
        to="/vault"
        search={(search) =>
          patchVaultSearch(search, { ...leaveSearch, folder: item.parentFolderSfid, page: 1 })
        }
        className={styles['path'] ?? ''}
        tabIndex={-1}
        draggable={false}
        title={path}
      >
        {path}
      </Link>
      {item.excerpt !== undefined && (
        <span className={styles['excerpt']}>
          {item.excerpt.map(({ text, marked }, index) =>
            // The parts never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
          )}
        </span>
      )}
    </span>
  );
}

/** D-07: a folder's own path ends with its name. The root is called as in the tree. */
export function parentPathOf(item: Pick<FoundItem, 'folderPath' | 'fileType'>): string {
  const path = isFolder(item) ? item.folderPath.split('/').slice(0, -1).join('/') : item.folderPath;
  return path === '' ? 'Files' : `Files/${path}`;
}
