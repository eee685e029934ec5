import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import {
  BackupError,
  type BackupPlace,
  contentsFile,
  contentsOf,
  jobsFile,
  keyFile,
  linesOf,
  type Manifest,
  readBytes,
  readText,
  type Snapshot,
  tableFile,
} from '../platform/backup-place/index.ts';
import { BlobDamaged, type BlobStore } from '../platform/blobs/index.ts';
import {
  DatabaseNotEmpty,
  type DatabaseOptions,
  fillEmptyDatabase,
  knownMigrations,
  mustBeEmptyDatabase,
} from '../platform/database/index.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { addJobs, closeTables, forgetBlobFolder, openTables } from './load.queries.ts';
import { copyIn, type WaitingJob } from './tables.queries.ts';
import { verifySnapshot } from './verify-backup.ts';

/** The empty place of a restore. */
export interface RestoreTarget {
  database: DatabaseOptions;
  /** @throws BackupError when the place is not empty, and nothing is changed; S3StartError */
  createBlobs: (vaultId: string) => Promise<BlobStore>;
  /** removes what a restore that failed has written @param blobs of `createBlobs` */
  discard: (blobs: BlobStore) => Promise<void>;
}

export interface RestoreOptions {
  /** stores the encrypted key of the snapshot in the settings; null: the key is there already */
  unlockKey: ((lockedKey: string) => Promise<void>) | null;
  /** null: the newest one */
  snapshot: string | null;
  signal: AbortSignal;
  onProgress: (what: string, done: number) => void;
}

export interface RestoreReport {
  snapshot: string;
  takenAt: string;
  contents: number;
  /** contents that were damaged when the backup was made */
  damaged: number;
}

/** Each stored content waits for its fsync, which several share. */
const AT_ONCE = 8;

/**
 * SAFE-04: restores a snapshot into an empty place. The backup is checked first; every content is verified while it is
 * stored, under a new key. The rows are stored in one transaction, at the end.
 * @throws BackupError with a sentence for the operator, the reason of the signal; the place is empty again
 */
export async function restoreBackup(
  place: BackupPlace,
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const snapshot = await place.open(options.snapshot);
  await mustBeKnown(snapshot.manifest);
  await mustBeComplete(place, snapshot, options);
  await mustBeEmptyDatabase(target.database).catch(sentenceOf);
  if (options.unlockKey !== null) await options.unlockKey(await lockedKeyOf(snapshot));
  const blobStore = await target.createBlobs(snapshot.manifest.vaultId);
  try {
    const contents = await storeContents(place, snapshot, { ...options, blobStore });
    options.onProgress('rows', 1);
    await fillEmptyDatabase(target.database, lastOf(snapshot.manifest).name, (client) =>
      loadRows(client, snapshot),
    );
    const { manifest, name } = snapshot;
    const damaged = manifest.damagedKeys.length;
    return { snapshot: name, takenAt: manifest.takenAt, contents, damaged };
  } catch (error) {
    // The first failure is the one to act on; what is left makes the next restore ask for an empty place.
    await target.discard(blobStore).catch(() => undefined);
    return sentenceOf(error);
  }
}

async function lockedKeyOf({ name, path, manifest }: Snapshot): Promise<string> {
  if (manifest.key !== undefined) return readText(keyFile(path));
  throw new BackupError(
    `The snapshot ${name} has no key, because it was made without --with-key. Put the key into DATA_DIR, and restore without --with-key.`,
  );
}

function sentenceOf(error: unknown): never {
  if (!(error instanceof DatabaseNotEmpty)) throw error;
  throw new BackupError(
    'The database has rows of a vault already, and nothing was changed. Name an empty one (DATABASE_URL).',
    { cause: error },
  );
}

const lastOf = ({ migrations }: Manifest) => migrations.at(-1) ?? { name: '' };

/** A later version migrates an older backup; an older version cannot read a newer one. */
async function mustBeKnown({ migrations }: Manifest): Promise<void> {
  const known = new Map((await knownMigrations()).map(({ name, checksum }) => [name, checksum]));
  const foreign = migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (foreign === undefined) return;
  throw new BackupError(
    `The backup was made by another version of the vault, which has the migration ${foreign.name}. Install that version or a newer one, and restore with it.`,
  );
}

async function mustBeComplete(
  place: BackupPlace,
  snapshot: Snapshot,
  options: RestoreOptions,
): Promise<void> {
  const { problems, problemCount } = await verifySnapshot(place, snapshot, {
    ...options,
    readsContents: false,
  });
  if (problemCount === 0) return;
  throw new BackupError(
    `The backup is not complete, and nothing was restored: ${problems[0]} It has ${problemCount} such problems; backup verify lists them. Use another snapshot.`,
  );
}

/** @returns the number of stored contents */
async function storeContents(
  place: BackupPlace,
  { path, manifest }: Snapshot,
  { blobStore, signal, onProgress }: RestoreOptions & { blobStore: BlobStore },
): Promise<number> {
  const copies = await place.copies();
  const damaged = new Set(manifest.damagedKeys);
  let count = 0;
  await inParallel(contentsOf(contentsFile(path)), AT_ONCE, async (content) => {
    if (damaged.has(content.key)) return;
    const { sizeBytes, key } = content;
    const stored = await blobStore
      .writeAs(key, copies.read(content), { maxBytes: sizeBytes, expectedBytes: sizeBytes, signal })
      .catch((error: unknown) => {
        throw error instanceof BlobDamaged ? altered(key, error) : error;
      });
    if (stored.sha256.toString('hex') !== content.sha256) throw altered(key);
    count += 1;
    onProgress('stored bytes', count / Math.max(1, manifest.blobs.count));
  });
  return count;
}

const altered = (key: string, cause?: unknown) =>
  new BackupError(
    `The content ${key} of the backup was altered, and nothing was restored. Use another snapshot, or restore this file of the backup.`,
    { cause },
  );

async function loadRows(client: pg.ClientBase, { path, manifest }: Snapshot): Promise<void> {
  const tables = await openTables(client);
  for (const { name } of tables) {
    const stored = manifest.tables.find((table) => table.name === name);
    if (stored === undefined) throw new BackupError(`The backup has no table ${name}.`);
    await pipeline(readBytes(tableFile(path, name)), copyIn(client, stored));
  }
  await closeTables(client, tables);
  await forgetBlobFolder(client);
  await addJobs(client, jobsOf(jobsFile(path)));
}

async function* jobsOf(path: string): AsyncGenerator<WaitingJob> {
  for await (const line of linesOf(path)) {
    const job = JSON.parse(line) as Omit<WaitingJob, 'runAt'> & { runAt: string };
    yield { ...job, runAt: new Date(job.runAt) };
  }
}
