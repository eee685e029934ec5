import { open } from 'node:fs/promises';
import { storageCall, type StorageLimits } from './file-call.ts';

const CALL = { operation: 'sync', pathKind: 'folder' } as const;

/**
 * Makes the names in a folder durable. Windows has no such call and does it implicitly.
 * @throws StorageFailed
 */
export async function syncFolder(path: string, { callMs, syncMs }: StorageLimits): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await storageCall(open(path, 'r'), callMs, { operation: 'open', pathKind: 'folder' });
  try {
    await storageCall(handle.sync(), syncMs, CALL);
  } finally {
    // This handle has written no bytes, so a failure to close it does not matter.
    void handle.close().catch(() => {});
  }
}
