import type { Transaction } from 'kysely';
import { type Opening, recordFileAccess } from '../history/index.ts';
import type { DB } from '../platform/database/index.ts';
import type { FrozenDownload } from './frozen.ts';

/** D-38: records the download of each file that is sent. */
export async function recordDownload(
  tx: Transaction<DB>,
  { recordId, entries }: FrozenDownload,
  opening: Opening,
): Promise<void> {
  const files = entries.filter((entry) => entry.kind === 'file');
  await recordFileAccess(tx, { action: 'file.download', recordId, files }, opening);
}
