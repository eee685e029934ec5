import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { lookUpSession } from './look-up-session.ts';
import { type AccountRights, rightsOfSessionAccount } from './rights.ts';
import { type SessionAccountRow, touchSession } from './session.queries.ts';

/** The settings of the length of sessions (GUARD-32). */
export interface SessionTimes {
  sessionHours: number;
  sessionIdleMinutes: number;
}

export interface UseDeps {
  database: Database;
  clock: Clock;
  settings: SessionTimes;
}

/** The last use is stored at most once in this time, so a session ends up to this much earlier. */
const STORED_EVERY_MS = 60_000;

/** When a session ends that is used now for the last time. */
export const idleEndOf = ({ sessionIdleMinutes }: SessionTimes, now: Date): Date =>
  new Date(now.getTime() + sessionIdleMinutes * 60_000);

/**
 * Returns the account of a session with its permissions, and stores its use (GUARD-32).
 * @param entered.recordId the record of the call, to check in the same statement; null when it names none
 * @param entered.use null for a call that no person caused: the session then ends as without the call; a use without
 * address keeps the stored one
 * @returns null when the session has ended
 */
export async function enterSession(
  { database, clock, settings }: UseDeps,
  {
    tokenHash,
    use,
    recordId,
  }: { tokenHash: Buffer; use: { address: string | null } | null; recordId: string | null },
): Promise<(AccountRights & Pick<SessionAccountRow, 'expiresAt' | 'lastChange'>) | null> {
  const at = clock.now();
  const account = await lookUpSession(database, { tokenHash, now: at, recordId });
  if (account === null) return null;
  if (use !== null && account.lastUsedAt <= storedSince(at)) {
    await storeUse({ database, clock, settings }, tokenHash, use.address);
  }
  const { expiresAt, lastChange } = account;
  return { ...rightsOfSessionAccount(database, account, recordId), expiresAt, lastChange };
}

/** GUARD-32: keeps a session open for a person who works in an office window, which makes no calls of the vault. */
export const keepSessionOpen = (deps: UseDeps, tokenHash: Buffer): Promise<void> =>
  storeUse(deps, tokenHash, null);

const storedSince = (at: Date) => new Date(at.getTime() - STORED_EVERY_MS);

async function storeUse(
  { database, clock, settings }: UseDeps,
  tokenHash: Buffer,
  address: string | null,
): Promise<void> {
  const at = clock.now();
  const use = { tokenHash, at, unusedSince: storedSince(at), idleEndsAt: idleEndOf(settings, at), address };
  await touchSession(database.kysely, use);
}
