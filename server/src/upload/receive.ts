import type { Readable } from 'node:stream';
import { orRelease } from '../blobs/index.ts';
import { Errors } from '../http/index.ts';
import { meteredBody } from './metered-body.ts';
import type { UploadKey, UploadDeps } from './deps.ts';
import { storeScanned } from './early-scans.ts';
import { expiryAfter } from './expiry.ts';
import { type IntakeDeps, mustBeReceived } from './intake.ts';
import { type ReceivedUpload, receiveUploads, stateOfUpload } from './queries.ts';
import { Reservation } from './reservation.ts';
import { storeBody } from './store-body.ts';

/** Above this size, state and quotas are checked before the body is read; up to it, when its bytes are stored. */
const CHECK_FIRST_BYTES = 1024 * 1024;

export interface Receive extends UploadKey {
  body: Readable;
  /** announced length in bytes; null when not announced */
  contentLength: number | null;
}

/**
 * C18: writes the bytes of an upload to the blob store; they are durable when the promise resolves. Earlier bytes and
 * their verdict are replaced: the new bytes are not scanned (contract 10.13). A failure changes nothing. The caller
 * ends the body.
 * @throws 413, 409 after the transfer, 403 when the upload has expired, 400 when the body is aborted, 507 over a quota
 * (GUARD-24)
 */
export async function receive(
  deps: IntakeDeps,
  { ownerId, key, body, contentLength }: Receive,
): Promise<void> {
  const { database, clock, settings } = deps;
  if (contentLength !== null && contentLength > settings.maxUploadBytes)
    throw Errors.uploadTooLarge(settings.maxUploadBytes);
  const isSmall = contentLength !== null && contentLength <= CHECK_FIRST_BYTES;
  if (!isSmall) mustBeOpen(await stateOfUpload(database.kysely, { ownerId, key }, clock.now()));
  const reservation = new Reservation(deps, { ownerId, key });
  try {
    if (!isSmall && contentLength !== null) await reservation.hold(contentLength);
    const source = contentLength === null ? meteredBody(body, reservation) : body;
    const earlyScan = contentLength === null ? null : deps.intake.earlyScans.begin(contentLength);
    // Unlike `on`, this does not start the flow of the body, which the blob store does.
    if (earlyScan !== null) body.prependListener('data', earlyScan.add);
    const blob = await storeScanned(earlyScan, () =>
      storeBody(deps, source, { contentLength, leaveFree: settings.minimumFree }),
    );
    const received = { ownerId, key, blob, reservedBytes: reservation.heldBytes };
    await orRelease(deps, [blob.key], () =>
      isSmall ? deps.intake.receive(received) : storeReserved(deps, received),
    );
    reservation.settled(received.reservedBytes);
  } finally {
    await reservation.release();
  }
}

async function storeReserved({ database, clock }: UploadDeps, upload: ReceivedUpload): Promise<void> {
  const { ownerId, key } = upload;
  const now = clock.now();
  const times = { now, expiresAt: expiryAfter(now, ownerId) };
  mustBeReceived((await receiveUploads(database.kysely, [upload], times)).get(key));
}

function mustBeOpen(state: string | null): void {
  if (state === null) throw Errors.uploadAddressInvalid();
  if (state === 'stored') throw Errors.uploadAlreadyStored();
}
