import type { Transaction } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { hashToken, newSecretToken } from '../platform/tokens/index.ts';
import { type OneTimePurpose, oneTimeUrl, VALID_FOR_MS } from './purposes.ts';
import { deleteExpiredBefore, deleteUnusedOf, markUsed, replaceAddress, workingAddress } from './queries.ts';

/** For whom an address works, and what for. */
export type OneTimeUse =
  | { purpose: 'first-administrator'; accountId: null }
  | { purpose: Exclude<OneTimePurpose, 'first-administrator'>; accountId: string };

export interface OneTimeAddress {
  /** contains the token; only the person who uses it may see it */
  url: string;
  expiresAt: Date;
}

/**
 * Makes an address in the caller's transaction. It replaces an unused one of the same purpose and account, so that only
 * the newest works.
 * @param origin the official one of the vault (GUARD-04), without a slash at the end
 */
export async function makeOneTimeAddress(
  tx: Transaction<DB>,
  { origin, at, ...use }: OneTimeUse & { origin: string; at: Date },
): Promise<OneTimeAddress> {
  const { purpose, accountId } = use;
  const token = newSecretToken();
  const expiresAt = new Date(at.getTime() + VALID_FOR_MS[purpose]);
  await replaceAddress(tx, { tokenHash: hashToken(token), purpose, accountId, madeAt: at, expiresAt });
  return { url: oneTimeUrl(origin, purpose, token), expiresAt };
}

/**
 * Returns the use of an address and leaves it unused: for the page that shows what it is for.
 * @returns null when it is unknown, used, replaced or expired; these cases cannot be told apart
 */
export async function findOneTimeAddress(
  { database, clock }: { database: Database; clock: Clock },
  token: string,
): Promise<OneTimeUse | null> {
  const found = await workingAddress(database.kysely, hashToken(token), clock.now());
  return found as OneTimeUse | null;
}

/**
 * Uses an address up in the caller's transaction. Of several concurrent uses one succeeds.
 * @param use the result of `findOneTimeAddress`
 * @returns false when it does not work any more; the caller then changes nothing
 */
export function takeOneTimeAddress(
  tx: Transaction<DB>,
  token: string,
  { at, ...use }: OneTimeUse & { at: Date },
): Promise<boolean> {
  return markUsed(tx, { tokenHash: hashToken(token), ...use }, at);
}

/** Ends the unused addresses of accounts, in the caller's transaction: all of them, or those of one purpose. */
export function endOneTimeAddresses(
  tx: Transaction<DB>,
  accountIds: readonly string[],
  purposes: readonly OneTimePurpose[] = ['invitation', 'password-reset'],
): Promise<void> {
  return deleteUnusedOf(tx, purposes, accountIds);
}

/** Deletes expired addresses, used ones with them; called by a scheduled job. */
export function tidyOneTimeAddresses({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<void> {
  return deleteExpiredBefore(database.kysely, clock.now());
}
