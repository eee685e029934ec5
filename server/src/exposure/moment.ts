import type { Kysely } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { PRESENT_RIGHTS, rightsAt, type RightsSources } from '../session/index.ts';
import { readTimes } from './moment.queries.ts';

/** The moment of a question, by the clock of the database, which also dates the past states. */
export interface Moment {
  at: Date;
  /** the caller named no moment: clocks of server and database need not agree */
  isNow: boolean;
}

export interface Times {
  moment: Moment;
  now: Moment;
  /** past states are complete from here on */
  completeFrom: Date;
  /** the first entry of the audit; null when there is none */
  accessesFrom: Date | null;
  /** whether rights and links at the moment are known */
  isKnown: boolean;
}

/**
 * @param wanted undefined for now
 * @throws 400 for a moment in the future
 */
export async function timesOf(db: Kysely<DB>, wanted: string | undefined): Promise<Times> {
  const { now: time, completeFrom, accessesFrom } = await readTimes(db);
  const now = { at: time, isNow: true };
  const at = wanted === undefined ? time : new Date(wanted);
  if (at > time) throw Errors.momentInFuture();
  return {
    moment: wanted === undefined ? now : { at, isNow: false },
    now,
    completeFrom,
    accessesFrom,
    isKnown: at >= completeFrom,
  };
}

/** The rights of people at a moment. */
export const sourcesAt = ({ at, isNow }: Moment): RightsSources => (isNow ? PRESENT_RIGHTS : rightsAt(at));
