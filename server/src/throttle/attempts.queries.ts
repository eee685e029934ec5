import { type Kysely, sql, type Transaction } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';
import type { Window } from './limits.ts';

/** The attempts that are counted together for one attempt (P13). */
export interface Count {
  /** name of the rate limit; stored as `kind` */
  kind: string;
  /** account, link and recipient, as far as the rate limit uses them; otherwise '' */
  subject: string;
  /** network of the client; '' when the attempts of all clients count together */
  address: string;
  windows: readonly Window[];
  /** see `RateLimit` */
  isShared?: boolean;
  /** as how many attempts it counts, at most `max` of each window; 1 by default */
  times?: number;
}

/** An attempt that is not stored, because counts have reached a limit. */
export interface Refused {
  isReserved: false;
  /** these counts, in their order, each with the time at which the limit ends; never empty */
  full: readonly [FullCount, ...FullCount[]];
}

export type FullCount = Count & { until: Date };

/** The counts of one attempt, the most shared one last. */
export type Counts = readonly [Count, ...Count[]];

/** `before`: earlier attempts in the longest window of the first count. */
export type Reservation = { isReserved: true; before: number } | Refused;

/** Identifies a count among all counts. */
export const keyOf = ({ kind, subject, address }: Count): string => [kind, subject, address].join('\n');

/**
 * Inserts an attempt into all of its counts, or into none when one of them is full. Counting and inserting hold an
 * advisory lock of each count, so that several server processes on one database enforce the limits together.
 */
export async function reserveAttempt(tx: Transaction<DB>, counts: Counts, at: Date): Promise<Reservation> {
  await lockCounts(tx, counts);
  const full = await fullCounts(tx, counts, at);
  const [first, ...others] = full;
  if (first !== undefined) return { isReserved: false, full: [first, ...others] };
  return { isReserved: true, before: await insertAttempt(tx, counts, at) };
}

const COLUMNS = { kind: 'text', subject: 'text', address: 'text' } as const;
const table = (counts: readonly Count[]) =>
  rowsAs(
    'given',
    counts.map(({ times = 1, ...count }) => ({ ...count, times })),
    { ...COLUMNS, times: 'int' },
  );

/** Always in the same order, so that attempts with common counts never wait for each other in a circle. */
async function lockCounts(tx: Transaction<DB>, counts: readonly Count[]): Promise<void> {
  const keys = counts.map(keyOf).toSorted();
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) as k (key)`.execute(
    tx,
  );
}

/** Returns the counts that have reached a limit; a count with two such limits twice. */
async function fullCounts(tx: Transaction<DB>, counts: readonly Count[], at: Date): Promise<FullCount[]> {
  const windows = counts.flatMap((count) =>
    count.windows.map(({ max, windowMs }) => ({
      ...count,
      count,
      earlier: max - (count.times ?? 1),
      windowMs,
      since: new Date(at.getTime() - windowMs),
    })),
  );
  const columns = { ...COLUMNS, since: 'timestamptz', earlier: 'int' } as const;
  const { rows } = await sql<{ n: number; oldest: Date }>`
    select n::int as n, attempted_at as oldest from ${rowsAs('given', windows, columns, 'n')}
    cross join lateral (
      select attempted_at from attempt
      where kind = given.kind and subject = given.subject and address = given.address
        and attempted_at > given.since
      order by attempted_at desc offset given.earlier limit 1
    ) as oldest
    order by n`.execute(tx);
  return rows.flatMap(({ n, oldest }) => {
    const window = windows[n - 1];
    if (window === undefined) return [];
    return [{ ...window.count, until: new Date(oldest.getTime() + window.windowMs) }];
  });
}

/** @returns the earlier attempts of the first count; one statement, which does not see its own rows */
async function insertAttempt(tx: Transaction<DB>, counts: Counts, at: Date): Promise<number> {
  const [{ kind, subject, address, windows }] = counts;
  const since = new Date(at.getTime() - Math.max(...windows.map(({ windowMs }) => windowMs)));
  const { rows } = await sql<{ before: number }>`
    with inserted as (
      insert into attempt (kind, subject, address, attempted_at)
      select kind, subject, address, ${at} from ${table(counts)} cross join lateral generate_series(1, times)
    )
    select count(*)::int as before from attempt
    where kind = ${kind} and subject = ${subject} and address = ${address} and attempted_at > ${since}`.execute(
    tx,
  );
  return rows[0]?.before ?? 0;
}

/** Deletes a reserved attempt that succeeded. Concurrent calls of one time delete different rows. */
export async function releaseAttempt(db: Kysely<DB>, counts: readonly Count[], at: Date): Promise<void> {
  await sql`
    delete from attempt where ctid = any(array(
      select reserved.ctid from ${table(counts)} cross join lateral (
        select ctid from attempt
        where kind = given.kind and subject = given.subject and address = given.address and attempted_at = ${at}
        limit 1 for update skip locked
      ) as reserved
    ))`.execute(db);
}

/** Deletes attempts of a rate limit that were made at or before a time. */
export async function deleteAttemptsBefore(db: Kysely<DB>, kind: string, time: Date): Promise<void> {
  await sql`delete from attempt where kind = ${kind} and attempted_at <= ${time}`.execute(db);
}
