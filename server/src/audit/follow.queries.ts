import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The receivers of the audit that settings name. */
export type ReceiverName = 'syslog' | 'webhook';

export interface Position {
  /** the number of the last entry that the receiver has; 0 for none */
  lastSeq: number;
  /** whether the last attempt failed */
  isFailing: boolean;
}

export async function positionOf(db: Kysely<DB>, receiver: ReceiverName): Promise<Position> {
  const row = await db
    .selectFrom('auditFollower')
    .select(['lastSeq', 'failingSince'])
    .where('receiver', '=', receiver)
    .executeTakeFirst();
  return { lastSeq: row?.lastSeq ?? 0, isFailing: (row?.failingSince ?? null) !== null };
}

/**
 * Stores that the receiver has the entries after `from` up to `to`, and that it works.
 * @returns false when the position is no longer `from`, because another process has moved it
 */
export async function savePosition(
  db: Kysely<DB>,
  receiver: ReceiverName,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const saved = await db
    .insertInto('auditFollower')
    .values({ receiver, lastSeq: to, failingSince: null })
    .onConflict((conflict) =>
      conflict
        .column('receiver')
        .doUpdateSet({ lastSeq: to, failingSince: null })
        .where('auditFollower.lastSeq', '=', from),
    )
    .returning('receiver')
    .executeTakeFirst();
  return saved !== undefined;
}

/** @returns true when the receiver worked until now */
export async function markFailing(db: Kysely<DB>, receiver: ReceiverName, at: Date): Promise<boolean> {
  const marked = await db
    .insertInto('auditFollower')
    .values({ receiver, failingSince: at })
    .onConflict((conflict) =>
      conflict
        .column('receiver')
        .doUpdateSet({ failingSince: at })
        .where('auditFollower.failingSince', 'is', null),
    )
    .returning('receiver')
    .executeTakeFirst();
  return marked !== undefined;
}
