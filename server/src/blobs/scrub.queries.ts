import { type Kysely, sql } from 'kysely';
import type { BlobRef } from '../platform/blobs/index.ts';
import type { DB } from '../platform/database/index.ts';

/** A round of the scrub: all contents that existed at its start, in the order of their ids. */
export interface ScrubRound {
  number: number;
  startedAt: Date;
  /** null while it is running */
  finishedAt: Date | null;
  lastBlobId: number;
  totalBlobs: number;
  /** the position of the round */
  checkedBlobId: number;
  checkedBlobs: number;
  checkedBytes: number;
  damagedBlobs: number;
}

const COLUMNS = sql.raw(
  `number, started_at, finished_at, last_blob_id, total_blobs, checked_blob_id, checked_blobs, checked_bytes,
   damaged_blobs`,
);

/** Returns the newest round; null before the first one. */
export async function newestRound(db: Kysely<DB>): Promise<ScrubRound | null> {
  const { rows } = await sql<ScrubRound>`
    select ${COLUMNS} from scrub_round order by number desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Returns the newest finished round; null before the first one. */
export async function newestFinishedRound(db: Kysely<DB>): Promise<ScrubRound | null> {
  const { rows } = await sql<ScrubRound>`
    select ${COLUMNS} from scrub_round where finished_at is not null order by number desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Starts a round, unless one is running. */
export async function startRound(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`
    insert into scrub_round (started_at, last_blob_id, total_blobs)
    select ${now}, coalesce(max(id), 0), count(*) from blob
    having not exists (select from scrub_round where finished_at is null)
    on conflict do nothing`.execute(db);
}

export interface Runner {
  /** identifies the process */
  runner: string;
  now: Date;
}

/**
 * Makes a process the only reader of the running round.
 * @param activeBefore a runner that stored its position later keeps the round; null: nobody keeps it
 * @returns null when no round is running, or another process keeps it
 */
export async function claimRound(
  db: Kysely<DB>,
  { runner, now, activeBefore }: Runner & { activeBefore: Date | null },
): Promise<ScrubRound | null> {
  const { rows } = await sql<ScrubRound>`
    update scrub_round set runner = ${runner}, active_at = ${now}
    where finished_at is null
      and (runner is null or ${activeBefore}::timestamptz is null or active_at < ${activeBefore})
    returning ${COLUMNS}`.execute(db);
  return rows[0] ?? null;
}

/** Stores the position of the round. @returns false when another process has taken the round over */
export async function storePosition(
  db: Kysely<DB>,
  round: ScrubRound,
  { runner, now }: Runner,
): Promise<boolean> {
  const { rows } = await sql`
    update scrub_round set checked_blob_id = ${round.checkedBlobId}, checked_blobs = ${round.checkedBlobs},
      checked_bytes = ${round.checkedBytes}, damaged_blobs = ${round.damagedBlobs},
      finished_at = ${round.finishedAt}, active_at = ${now}
    where number = ${round.number} and runner = ${runner} returning 1`.execute(db);
  return rows.length > 0;
}

/** Ends the work of a process, so that another one can continue immediately. */
export async function leaveRound(db: Kysely<DB>, runner: string): Promise<void> {
  await sql`update scrub_round set runner = null where runner = ${runner}`.execute(db);
}

/** Returns the running round to its start. */
export async function restartRound(db: Kysely<DB>): Promise<void> {
  await sql`
    update scrub_round set checked_blob_id = 0, checked_blobs = 0, checked_bytes = 0, damaged_blobs = 0
    where finished_at is null`.execute(db);
}

/** A content whose bytes are read again. */
export interface ScrubbedBlob extends BlobRef {
  id: number;
  sha256: Buffer;
  isDamaged: boolean;
}

const BLOB = sql.raw(
  'id, storage_key as key, size_bytes, crc32, block_checksums, sha256, damaged_at is not null as is_damaged',
);

/** Returns the next contents of a round. */
export async function blobsOfRound(
  db: Kysely<DB>,
  { checkedBlobId, lastBlobId }: ScrubRound,
  limit: number,
): Promise<ScrubbedBlob[]> {
  const { rows } = await sql<ScrubbedBlob>`
    select ${BLOB} from blob where id > ${checkedBlobId} and id <= ${lastBlobId} order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Returns marked contents with higher ids. */
export async function markedBlobs(
  db: Kysely<DB>,
  { after, limit }: { after: number; limit: number },
): Promise<ScrubbedBlob[]> {
  const { rows } = await sql<ScrubbedBlob>`
    select ${BLOB} from blob where damaged_at is not null and id > ${after} order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Whether the content still has these bytes: they can be deleted or replaced at any time. */
export async function hasBytes(
  db: Kysely<DB>,
  { id, key }: Pick<ScrubbedBlob, 'id' | 'key'>,
): Promise<boolean> {
  const { rows } = await sql`select 1 from blob where id = ${id} and storage_key = ${key}`.execute(db);
  return rows.length > 0;
}
