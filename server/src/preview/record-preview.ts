import type { Transaction } from 'kysely';
import { type FileAccess, type Opening, recordFileAccess } from '../history/index.ts';
import type { DB } from '../platform/database/index.ts';
import type { StoredVersion } from '../versions/index.ts';

/** D-38: records the preview of a file. @param action 'file.preview' by default */
export async function recordPreview(
  tx: Transaction<DB>,
  { recordId, fileId, versionId, name }: Pick<StoredVersion, 'recordId' | 'fileId' | 'versionId' | 'name'>,
  opening: Opening & { action?: FileAccess['action'] },
): Promise<void> {
  const { action = 'file.preview' } = opening;
  await recordFileAccess(tx, { action, recordId, files: [{ fileId, versionId, path: name }] }, opening);
}
