import { open } from 'node:fs/promises';
import { storageCall, type StorageLimits } from './storage-failed.ts';

const CALL = { operation: 'sync', pathKind: 'folder' } as const;

/**
 * Makes the names in a folder durable. Windows has no such call and keeps them by itself.
 * @throws StorageFailed
 */
export async function syncFolder(path: string, { callMs, syncMs }: StorageLimits): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await storageCall(open(path, 'r'), callMs, { operation: 'open', pathKind: 'folder' });
  try {
    await storageCall(handle.sync(), syncMs, CALL);
  } finally {
    // Nothing was written through this handle, so closing it cannot fail in a way that matters.
    void handle.close().catch(() => {});
  }
}
