import type { PreviewView } from '@vault/contract';
import type { Transaction } from 'kysely';
import { type FileAccess, type Opening, recordFileAccess, recordFileAccessAlone } from '../history/index.ts';
import type { Database, DB } from '../platform/database/index.ts';
import type { StoredVersion } from '../versions/index.ts';

type Previewed = Pick<StoredVersion, 'recordId' | 'fileId' | 'versionId' | 'name'>;
/** `action` is 'file.preview' by default; `view` says that only a part was shown */
type Previewing = Opening & { action?: FileAccess['action']; view?: PreviewView };

/** D-38: records the preview of a file. */
export async function recordPreview(
  tx: Transaction<DB>,
  version: Previewed,
  opening: Previewing,
): Promise<void> {
  await recordFileAccess(tx, accessOf(version, opening), opening);
}

/** `recordPreview` for a call that changes nothing else. */
export async function recordPreviewAlone(
  database: Pick<Database, 'kysely'>,
  version: Previewed,
  opening: Previewing,
): Promise<void> {
  await recordFileAccessAlone(database, accessOf(version, opening), opening);
}

function accessOf(
  { recordId, fileId, versionId, name }: Previewed,
  { action = 'file.preview', view }: Previewing,
): FileAccess {
  return { action, recordId, files: [{ fileId, versionId, path: name, view }] };
}
