import { RESUMABLE_BYTES } from '@vault/contract';
import type { UploadItem } from './item.ts';

/**
 * Stores the uid with which a large file is being sent. If the person chooses the file again for the same folder after
 * a reload, its upload continues (C53).
 */
export interface UidMemory {
  recall: (item: UploadItem) => string | null;
  keep: (item: UploadItem, uid: string) => void;
  forget: (item: UploadItem) => void;
}

const PREFIX = 'vault.upload.';

/**
 * Stores uids in a storage. A file is identified by name, size, time of its last change and target folder. Folders are
 * not stored, because browsers do not guarantee the order of their files.
 * @param storage the session storage of the tab; when it is full or blocked, nothing is stored
 */
export function createUidMemory(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): UidMemory {
  const attempt = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch {
      return null;
    }
  };
  const withEntry = <T>(item: UploadItem, work: (name: string) => T): T | null => {
    const name = entryOf(item);
    return name === null ? null : attempt(() => work(name));
  };
  return {
    recall: (item) => withEntry(item, (name) => storage.getItem(name)),
    keep: (item, uid) => void withEntry(item, (name) => storage.setItem(name, uid)),
    forget: (item) => void withEntry(item, (name) => storage.removeItem(name)),
  };
}

function entryOf({ kind, name, sizeBytes, target, parts }: UploadItem): string | null {
  const [part] = parts;
  if (kind !== 'file' || sizeBytes <= RESUMABLE_BYTES || part === undefined) return null;
  const { recordId, folderSfid } = target;
  return PREFIX + JSON.stringify([recordId, folderSfid, name, sizeBytes, part.file.lastModified]);
}
