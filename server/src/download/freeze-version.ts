import { type Caller, Errors } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { mustFindItem } from '../tree/index.ts';
import { fileEntry } from './entries.ts';
import type { FrozenDownload } from './frozen.ts';
import { versionOfFile } from './queries.ts';

/**
 * C23: one version of a file, of any size.
 * @param versionId undefined: the current version
 * @throws E11 when the file belongs to a closed record, E4 when there is no such live file or version
 */
export async function freezeVersion(
  database: Database,
  caller: Pick<Caller, 'records'>,
  { fileId, versionId }: { fileId: string; versionId: string | undefined },
): Promise<FrozenDownload> {
  const { recordId, name } = await mustFindItem(database.kysely, caller, { id: fileId, kind: 'file' });
  const version = await versionOfFile(database.kysely, { recordId, fileId, versionId: versionId ?? null });
  if (version === null) throw Errors.notFound();
  return { recordId, name, form: 'file', entries: [fileEntry(version, name)] };
}
