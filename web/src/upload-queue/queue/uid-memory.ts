import { RESUMABLE_BYTES } from '@vault/contract';
import type { UploadItem } from './item.ts';

/**
 * Under which uid a large file was being sent when the page was loaded anew: chosen again for the same folder, it goes
 * on from there (C53).
 */
export interface UidMemory {
  recall: (item: UploadItem) => string | null;
  keep: (item: UploadItem, uid: string) => void;
  forget: (item: UploadItem) => void;
}

const PREFIX = 'vault.upload.';

/**
 * Remembers uids in a storage. A file is taken for the same one by name, size, time of its last change and the folder
 * that it goes into. Folders are not remembered: nobody promises that their files come in the same order again.
 * @param storage of the tab, which nobody else sees; one that is full or forbidden remembers nothing
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
