import {
  type BackupPlace,
  contentsOf,
  type Copies,
  type ListedContent,
} from '../platform/backup-place/index.ts';
import { BlobDamaged, type Blobs } from '../platform/blobs/index.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { KeyCursor } from './key-cursor.ts';

export interface CopyDeps {
  source: Pick<Blobs, 'open' | 'parallelReads'>;
  /** has the contents of earlier backups */
  place: Pick<BackupPlace, 'copies' | 'write'>;
}

export interface CopyProgress {
  signal: AbortSignal;
  onContent: (key: string) => void;
}

export interface Copied {
  /** all contents of the snapshot */
  count: number;
  bytes: number;
  /** those that the backup did not have */
  newCount: number;
  newBytes: number;
  /** those that are damaged in the vault, and that the backup does not have */
  damagedKeys: string[];
}

/**
 * Copies the contents that the backup lacks; every byte is verified while it is read (SAFE-22). A content has the same
 * key for ever, so one of the right length is not copied again, and an earlier good copy survives later damage.
 * @param list the file of the contents
 * @throws the reason of the signal, StorageFailed, the error of the place
 */
export async function copyContents(deps: CopyDeps, list: string, progress: CopyProgress): Promise<Copied> {
  const copied: Copied = { count: 0, bytes: 0, newCount: 0, newBytes: 0, damagedKeys: [] };
  const copy = async (content: ListedContent) => {
    progress.signal.throwIfAborted();
    progress.onContent(content.key);
    try {
      await deps.place.write(content, () => deps.source.open(content));
      copied.newCount += 1;
      copied.newBytes += content.sizeBytes;
    } catch (error) {
      if (!(error instanceof BlobDamaged)) throw error;
      copied.damagedKeys.push(content.key);
    }
  };
  await inParallel(missing(await deps.place.copies(), list, copied), deps.source.parallelReads, copy);
  return copied;
}

/** The contents of the list that the backup does not have with their length. Both are in the order of the keys. */
async function* missing(
  copies: Copies,
  list: string,
  counted: Pick<Copied, 'count' | 'bytes'>,
): AsyncGenerator<ListedContent> {
  const present = new KeyCursor(copies.list());
  try {
    for await (const content of contentsOf(list)) {
      counted.count += 1;
      counted.bytes += content.sizeBytes;
      const copy = await present.find(content.key);
      if (copy?.sizeBytes !== content.sizeBytes) yield content;
    }
  } finally {
    await present.end();
  }
}
