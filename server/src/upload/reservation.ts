import type { Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { mustFitRecord } from '../tree/index.ts';
import type { UploadDeps, UploadKey } from './deps.ts';
import { mustHaveRoom, roomIn, type Waiting, type Wanted } from './quota.ts';
import { lockQuotas, type QuotaScopes, reserveBytes, scopesOf, waitingIn } from './quota.queries.ts';

type QuotaDeps = Pick<UploadDeps, 'database' | 'settings' | 'log'>;

/**
 * Checks that an upload may have more bytes and files, and keeps its scopes locked until the transaction ends.
 * @returns null when the upload is unknown
 * @throws 507, 413 as `mustHaveRoom`; 507 when the record of a link has no room for the bytes
 */
export async function mustAllow(
  tx: Transaction<DB>,
  { settings }: Pick<UploadDeps, 'settings'>,
  key: UploadKey,
  wanted: Wanted,
): Promise<{ scopes: QuotaScopes; waiting: Waiting[] } | null> {
  const scopes = await scopesOf(tx, key);
  if (scopes === null) return null;
  await lockQuotas(tx, scopes);
  const waiting = await waitingIn(tx, scopes);
  mustHaveRoom(waiting, settings.waitingLimits, wanted);
  const maxBytes = settings.recordMaxBytes;
  // The record of an account's upload is known only at the transfer.
  if (scopes.link !== null && wanted.bytes > 0)
    await mustFitRecord(tx, scopes.link.recordId, { maxBytes, addedBytes: wanted.bytes, by: 'visitor' });
  return { scopes, waiting };
}

/**
 * Bytes of one upload that a running call may store (GUARD-24). They are in the row of the upload, so that calls in all
 * processes are limited together. After a crash of the process they count until the upload expires.
 */
export class Reservation {
  readonly #deps: QuotaDeps;
  readonly #key: UploadKey;
  #heldBytes = 0;

  constructor(deps: QuotaDeps, { ownerId, key }: UploadKey) {
    this.#deps = deps;
    this.#key = { ownerId, key };
  }

  /** bytes that are reserved and not settled */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Reserves bytes. @throws 507, 413 as `mustAllow`, 403 for an unknown upload */
  async hold(bytes: number, files = 0): Promise<void> {
    if (bytes <= 0 && files <= 0) return;
    await this.#deps.database.transaction(async (tx) => {
      const allowed = await mustAllow(tx, this.#deps, this.#key, { bytes, files });
      if (allowed === null) throw Errors.uploadAddressInvalid();
      await reserveBytes(tx, this.#key, bytes);
    });
    this.#heldBytes += bytes;
  }

  /** Reserves bytes up to a number, at least one. @returns the bytes that are held. @throws as `hold` */
  async holdUpTo(bytes: number): Promise<number> {
    const missing = bytes - this.#heldBytes;
    if (missing <= 0) return bytes;
    const granted = await this.#deps.database.transaction(async (tx) => {
      const allowed = await mustAllow(tx, this.#deps, this.#key, { bytes: 1, files: 0 });
      if (allowed === null) throw Errors.uploadAddressInvalid();
      const room = Math.min(missing, roomIn(allowed.waiting, this.#deps.settings.waitingLimits));
      await reserveBytes(tx, this.#key, room);
      return room;
    });
    this.#heldBytes += granted;
    return this.#heldBytes;
  }

  /** Called after a statement that stored bytes has removed their reservation from the row. */
  settled(bytes: number): void {
    this.#heldBytes -= bytes;
  }

  /** Removes what is still reserved. Never throws: the upload's expiry removes it as well. */
  async release(): Promise<void> {
    const bytes = this.#heldBytes;
    this.#heldBytes = 0;
    if (bytes === 0) return;
    await reserveBytes(this.#deps.database.kysely, this.#key, -bytes).catch((error: unknown) => {
      const reason = String(error);
      this.#deps.log.warn(
        { reason, bytes },
        'Reserved bytes not released; they count until the upload expires',
      );
    });
  }
}
