import type { Kysely } from 'kysely';
import { recordAccess } from '../history/index.ts';
import type { DB } from '../platform/database/index.ts';
import type { FrozenDownload } from './frozen.ts';

/** The accessor of a download, its network address and time. */
export interface Visit {
  /** a visitor of a link has no account */
  accessor: { id: string | null; name: string };
  address: string;
  at: Date;
}

/** D-38: one access record for each file that a download sends. */
export async function recordDownload(
  db: Kysely<DB>,
  { recordId, entries }: FrozenDownload,
  visit: Visit,
): Promise<void> {
  const files = entries.filter((entry) => entry.kind === 'file');
  await recordAccess(
    db,
    files.map(({ fileId, versionId }) => ({
      recordId,
      kind: 'Download',
      relationId: fileId,
      content: 'Download',
      versionId,
      ...visit,
    })),
  );
}
