import type pg from 'pg';
import type { Log } from './log.ts';

/** A code of a second factor is valid for 30 s before and after its time (RFC 6238, 5.2). */
const LARGEST_SECONDS = 10;

/**
 * Warns the operator when the clock of this machine differs from that of an external PostgreSQL. Lifetimes of sessions,
 * addresses and codes are set by one of the two and can be checked by the other, or by another server.
 * @param now the clock of this machine, in ms; tests replace it
 */
export async function warnAboutClock(client: pg.Client, log: Log, now = Date.now): Promise<void> {
  const asked = now();
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  const answered = now();
  const [row] = rows;
  if (row === undefined) return;
  // The database answered between the two: a slow answer is no difference.
  const ahead = Math.max(asked - row.at.getTime(), 0) - Math.max(row.at.getTime() - answered, 0);
  const seconds = Math.round(ahead / 1000);
  if (Math.abs(seconds) < LARGEST_SECONDS) return;
  log.warn(
    { aheadSeconds: seconds },
    'Clock of this machine differs from that of the database; synchronise both, lifetimes and codes are wrong',
  );
}
