import { randomUUID } from 'node:crypto';
import { open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { storageCall, type StorageLimits } from './file-call.ts';
import { type PathKind, StorageFailed } from './storage-failed.ts';
import { syncFolder } from './sync-folder.ts';

const CONTENT = 'probe';
const FILE: { pathKind: PathKind } = { pathKind: 'unfinished blob' };

/**
 * Runs all operations of storing a blob with a small file: write, sync, rename, sync the folder, read back, delete.
 * @param folder the folder of unfinished blobs
 * @throws StorageFailed, StorageFull
 */
export async function probeFolder(folder: string, limits: StorageLimits): Promise<void> {
  const { callMs, writeMs, syncMs } = limits;
  const path = join(folder, `probe-${randomUUID()}`);
  const renamed = `${path}-renamed`;
  const handle = await storageCall(open(path, 'wx+', 0o600), callMs, { operation: 'open', ...FILE });
  try {
    await storageCall(handle.writeFile(CONTENT), writeMs, { operation: 'write', ...FILE });
    await storageCall(handle.datasync(), syncMs, { operation: 'sync', ...FILE });
    await storageCall(rename(path, renamed), callMs, { operation: 'rename', ...FILE });
    await syncFolder(folder, limits);
    const target = Buffer.alloc(CONTENT.length);
    await storageCall(handle.read(target, 0, target.length, 0), callMs, { operation: 'read', ...FILE });
    if (target.toString() !== CONTENT) throw new StorageFailed({ operation: 'read', ...FILE }, 'EIO');
  } finally {
    void handle.close().catch(() => {});
    const removing = Promise.allSettled([unlink(path), unlink(renamed)]);
    await storageCall(removing, callMs, { operation: 'delete', ...FILE }).catch(() => {});
  }
}
