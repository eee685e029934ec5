import type { CallData, contract } from '@vault/contract';
import * as z from 'zod';
import { type Caller, Errors } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { mustFindItem } from '../tree/index.ts';
import { fileOfVersion, findVersion } from './queries.ts';

const CRC32_DIGITS = 8;

/**
 * C57: the checksums and size that prove that a stored version is what was uploaded (contract 10.10).
 * @param versionId any text
 * @throws E11 when the file belongs to a closed record, E4 when there is no such version of a live file
 */
export async function receiptOf(
  { kysely }: Database,
  caller: Pick<Caller, 'records'>,
  versionId: string,
): Promise<CallData<typeof contract.versions.receipt>> {
  if (!z.uuid().safeParse(versionId).success) throw Errors.notFound();
  const fileId = await fileOfVersion(kysely, versionId);
  if (fileId === null) throw Errors.notFound();
  const { recordId } = await mustFindItem(kysely, caller, { id: fileId, kind: 'file' });
  const version = await findVersion(kysely, { recordId, fileId, versionId });
  if (version === null) throw Errors.notFound();
  return {
    sha256: version.sha256.toString('hex'),
    crc32: version.crc32.toString(16).padStart(CRC32_DIGITS, '0'),
    size: version.sizeBytes,
  };
}
