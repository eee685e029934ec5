import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestApp } from './app.ts';

export type Damage = (path: string) => Promise<void>;

const flip =
  (placeIn: (bytes: Buffer) => number): Damage =>
  async (path) => {
    const bytes = await readFile(path);
    const at = placeIn(bytes);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
    await writeFile(path, bytes);
  };

/** The kinds of damage to the file of a blob, by a name for test titles. */
export const DAMAGES = {
  missing: (path) => rm(path),
  empty: (path) => truncate(path, 0),
  short: async (path) => truncate(path, (await readFile(path)).length - 1),
  long: async (path) => writeFile(path, Buffer.concat([await readFile(path), Buffer.from('x')])),
  'flipped at the first byte': flip(() => 0),
  'flipped in the middle': flip((bytes) => Math.floor(bytes.length / 2)),
  'flipped at the last byte': flip((bytes) => bytes.length - 1),
  'replaced by a folder': async (path) => {
    await rm(path);
    await mkdir(path);
  },
} satisfies Record<string, Damage>;

interface FoundFile {
  id: string;
  externalId: string;
  versionId: string;
  /** the storage key of its current bytes */
  blobKey: string;
}

/** The live file with this name, in any folder. */
export async function fileOf({ database }: Pick<TestApp, 'database'>, name: string): Promise<FoundFile> {
  const { rows } = await sql<FoundFile>`
    select i.id, i.external_id, v.id as version_id, b.storage_key as blob_key from item i
    join version v on v.record_id = i.record_id and v.id = i.current_version_id join blob b on b.id = v.blob_id
    where i.name = ${name} and i.trashed_at is null`.execute(database.kysely);
  if (rows[0] === undefined) throw new Error(`there is no file ${name}`);
  return rows[0];
}

/** The storage key of the bytes of an upload. */
export async function uploadBlobKeyOf({ database }: Pick<TestApp, 'database'>, key: string): Promise<string> {
  const { rows } = await sql<{ key: string | null }>`
    select storage_key as key from upload where key = ${key}`.execute(database.kysely);
  const found = rows[0]?.key;
  if (found === null || found === undefined) throw new Error(`the upload ${key} has no bytes`);
  return found;
}

/** Damages the file of a storage key. */
export const damage = ({ blobsDir }: Pick<TestApp, 'blobsDir'>, key: string, how: Damage): Promise<void> =>
  how(join(blobsDir, key));

/** Marks the bytes of a storage key as damaged, as a scrub does. */
export async function markAsDamaged({ database }: Pick<TestApp, 'database'>, key: string): Promise<void> {
  await sql`update blob set damaged_at = now() where storage_key = ${key}`.execute(database.kysely);
}
