import type { ScanItem } from '@vault/contract';
import type { UploadKey } from './deps.ts';
import type { IntakeDeps } from './intake.ts';
import { scanFile } from './scan.ts';
import { scanFolder } from './scan-folder.ts';

export interface ScanCall extends UploadKey {
  isFolder: boolean;
}

/**
 * C19, also behind a link: scans an upload. Calls for one upload at the same time share one scan, so that repeated
 * calls cannot keep the scanner busy.
 * @throws the errors of `scanFile` and `scanFolder`
 */
export async function scanUpload(
  deps: IntakeDeps,
  { isFolder, ownerId, key }: ScanCall,
): Promise<ScanItem[]> {
  const { scans } = deps.intake;
  const id = JSON.stringify([ownerId, key, isFolder]);
  const uploadKey = { ownerId, key };
  const start = async () => (isFolder ? scanFolder(deps, uploadKey) : [await scanFile(deps, uploadKey)]);
  const scan = scans.get(id) ?? start().finally(() => scans.delete(id));
  scans.set(id, scan);
  return scan;
}
