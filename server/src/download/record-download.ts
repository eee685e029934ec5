import type { Transaction } from 'kysely';
import { type FileAccess, type Opening, recordFileAccess, recordFileAccessAlone } from '../history/index.ts';
import type { Database, DB } from '../platform/database/index.ts';
import type { FrozenDownload } from './frozen.ts';

/** D-38: records the download of each file that is sent. */
export async function recordDownload(
  tx: Transaction<DB>,
  frozen: FrozenDownload,
  opening: Opening,
): Promise<void> {
  await recordFileAccess(tx, accessOf(frozen), opening);
}

/** `recordDownload` for a call that changes nothing else. */
export async function recordDownloadAlone(
  database: Pick<Database, 'kysely'>,
  frozen: FrozenDownload,
  opening: Opening,
): Promise<void> {
  await recordFileAccessAlone(database, accessOf(frozen), opening);
}

function accessOf({ recordId, entries }: FrozenDownload): FileAccess {
  return { action: 'file.download', recordId, files: entries.filter((entry) => entry.kind === 'file') };
}
