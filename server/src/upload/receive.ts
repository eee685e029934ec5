import type { Readable } from 'node:stream';
import { orRelease } from '../blobs/index.ts';
import { Errors } from '../http/index.ts';
import type { StoredBlob } from '../platform/blobs/index.ts';
import { meteredBody } from './metered-body.ts';
import type { UploadKey, UploadDeps } from './deps.ts';
import { expiryAfter } from './prepare.ts';
import { receiveUpload, stateOfUpload } from './queries.ts';
import { mustAllow, Reservation } from './reservation.ts';
import { storeBody } from './store-body.ts';

/** Above this size, state and quotas are checked before the body is read. */
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
  deps: UploadDeps,
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
    const blob = await storeBody(deps, source, { contentLength, leaveFree: settings.minimumFree });
    const received = { ownerId, key, blob };
    await orRelease(deps, [blob.key], () =>
      isSmall ? storeSmall(deps, received) : storeReserved(deps, received, reservation),
    );
  } finally {
    await reservation.release();
  }
}

type Received = UploadKey & { blob: StoredBlob };

/** The quotas of a small body are checked in the transaction that stores it: one less for most uploads. */
async function storeSmall(deps: UploadDeps, received: Received): Promise<void> {
  const now = deps.clock.now();
  const { blob, ownerId } = received;
  const { state, isReceived } = await deps.database.transaction(async (tx) => {
    await mustAllow(tx, deps, received, { bytes: blob.sizeBytes, files: 0 });
    return receiveUpload(tx, { ...received, reservedBytes: 0, now, expiresAt: expiryAfter(now, ownerId) });
  });
  if (!isReceived) mustBeOpen(state === null ? null : 'stored');
}

async function storeReserved(deps: UploadDeps, received: Received, reservation: Reservation): Promise<void> {
  const now = deps.clock.now();
  const reservedBytes = reservation.heldBytes;
  const expiresAt = expiryAfter(now, received.ownerId);
  const upload = { ...received, reservedBytes, now, expiresAt };
  const { state, isReceived } = await receiveUpload(deps.database.kysely, upload);
  if (!isReceived) mustBeOpen(state === null ? null : 'stored');
  reservation.settled(reservedBytes);
}

function mustBeOpen(state: string | null): void {
  if (state === null) throw Errors.uploadAddressInvalid();
  if (state === 'stored') throw Errors.uploadAlreadyStored();
}
