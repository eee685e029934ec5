import { readVaultId } from '../blobs/index.ts';
import {
  type BackupPlace,
  contentsFile,
  keyFile,
  writeFailure,
  writeHashed,
} from '../platform/backup-place/index.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, knownMigrations } from '../platform/database/index.ts';
import { copyContents, type Copied } from './copy-contents.ts';
import { dumpDatabase } from './dump.ts';
import { type HeldLease, whileLeased } from './hold-lease.ts';
import { storeLastBackup } from './last-backup.queries.ts';

export interface BackupDeps {
  database: Database;
  blobs: Blobs;
  clock: Clock;
}

export interface BackupOptions {
  /** the encrypted key of the vault, for the snapshot; null: the snapshot has none */
  lockedKey: string | null;
  /** ends the backup; the next one continues with the contents that are copied */
  signal: AbortSignal;
  /** @param done 0 to 1 */
  onProgress: (what: string, done: number) => void;
}

export interface BackupReport extends Copied {
  snapshot: string;
  tables: number;
}

interface Work {
  place: BackupPlace;
  /** the folder of the unfinished snapshot */
  snapshot: string;
  vaultId: string;
  lease: HeldLease;
}

/** The part of the work that the rows are, for the progress. */
const ROWS_PART = 0.2;

/**
 * SAFE-04: backs the running vault up: all rows of one moment, then the contents that the place lacks. The manifest is
 * written last and appears with the whole snapshot, so an interrupted backup changes nothing of earlier ones.
 * @param place new, empty, or with earlier backups of this vault
 * @throws BackupError with a sentence for the operator, the reason of the signal, StorageFailed, the database's error
 */
export async function createBackup(
  deps: BackupDeps,
  place: BackupPlace,
  options: BackupOptions,
): Promise<BackupReport> {
  const vaultId = await readVaultId(deps.database.kysely);
  return whileLeased(deps.database, async (lease) => {
    const signal = AbortSignal.any([options.signal, lease.signal]);
    const snapshot = await place.prepare(vaultId);
    // A place that was refused is another's: only in a prepared one an unfinished snapshot is discarded.
    try {
      return await backUp(deps, { place, snapshot, vaultId, lease }, { ...options, signal });
    } catch (error) {
      await place.discard();
      throw writeFailure(error, place.label);
    }
  });
}

async function backUp(
  { database, blobs, clock }: BackupDeps,
  { place, snapshot, vaultId, lease }: Work,
  { lockedKey, signal, onProgress }: BackupOptions,
): Promise<BackupReport> {
  const takenAt = clock.now();
  const dump = await dumpDatabase(database, snapshot, (name, done) => onProgress(name, done * ROWS_PART));
  const copied = await copyContents({ source: blobs, place }, contentsFile(snapshot), {
    signal,
    onContent: (key) => {
      const part = Number.parseInt(key.slice(0, 2), 16) / 256;
      onProgress('stored bytes', ROWS_PART + (1 - ROWS_PART) * part);
    },
  });
  const key = lockedKey === null ? {} : { key: await writeHashed(keyFile(snapshot), [lockedKey]) };
  signal.throwIfAborted();
  await place.sync();
  await lease.mustHold();
  const name = await place.finish({
    format: 1,
    vaultId,
    takenAt: takenAt.toISOString(),
    migrations: await knownMigrations(),
    tables: dump.tables,
    jobs: dump.jobs,
    ...key,
    blobs: { count: copied.count, bytes: copied.bytes, file: dump.blobs },
    damagedKeys: copied.damagedKeys,
  });
  await storeLastBackup(database.kysely, takenAt);
  return { snapshot: name, tables: dump.tables.length, ...copied };
}
