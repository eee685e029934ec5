import type { Kysely } from 'kysely';
import { queryRaw } from './raw-query.ts';
import type { DB } from './schema.ts';

/** A position in the history of a cluster. */
export interface Position {
  cluster: string;
  xid: string;
}

const POSITION = `
  select system_identifier::text as cluster, pg_current_xact_id()::text as xid from pg_control_system()`;

export async function positionOf(database: Kysely<DB>): Promise<Position> {
  const [position] = await queryRaw<Position>(database, POSITION, []);
  if (position === undefined) throw new Error('the database did not say its position');
  return position;
}

/** How far the server of a connection has followed the database. */
export interface Progress {
  /** false also for a replica of another cluster */
  isReplica: boolean;
  /** all of the given transactions have ended */
  hasAll: boolean;
  /** all earlier transactions have ended */
  endedBelow: bigint;
  /** the bytes of WAL that are replayed */
  replayed: bigint;
}

const QUESTION = `
  select pg_is_in_recovery() and c.system_identifier::text = $2 as "isReplica",
    (select coalesce(bool_and(pg_visible_in_snapshot(xid, s)), true) from unnest($1::text[]::xid8[]) as wanted (xid)) as "hasAll",
    pg_snapshot_xmin(s)::text as "endedBelow",
    coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::text as "replayed"
  from pg_control_system() c, pg_current_snapshot() s`;

/** @param xids the transactions of `hasAll` */
export async function progressOf(
  db: Kysely<DB>,
  { cluster, xids }: { cluster: string; xids: readonly string[] },
): Promise<Progress> {
  const [answer] = await queryRaw<Record<keyof Progress, string | boolean>>(db, QUESTION, [xids, cluster]);
  if (answer === undefined) throw new Error('the replica did not say what it has');
  return {
    isReplica: answer.isReplica === true,
    hasAll: answer.hasAll === true,
    endedBelow: BigInt(answer.endedBelow),
    replayed: BigInt(answer.replayed),
  };
}

/** The bytes of WAL that are durable: all changes that were reported as done are in them. */
export async function walOf(database: Kysely<DB>): Promise<bigint> {
  const [answer] = await queryRaw<{ wal: string }>(
    database,
    "select (pg_current_wal_flush_lsn() - '0/0')::text as wal",
    [],
  );
  return BigInt(answer?.wal ?? 0);
}
