import type { Readable } from 'node:stream';
import { orRelease } from '../blobs/index.ts';
import { Errors } from '../http/index.ts';
import type { UploadKey, UploadDeps } from './deps.ts';
import { expiryAfter } from './prepare.ts';
import { receiveUpload, stateOfUpload } from './queries.ts';
import { storeBody } from './store-body.ts';

/** Above this size the state of the upload is checked before the body is read. */
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
 * @throws 413, 409 after the transfer, 403 when the upload has expired, 400 when the body is aborted
 */
export async function receive(
  deps: UploadDeps,
  { ownerId, key, body, contentLength }: Receive,
): Promise<void> {
  const { database, clock, settings } = deps;
  if (contentLength !== null && contentLength > settings.maxUploadBytes)
    throw Errors.uploadTooLarge(settings.maxUploadBytes);
  if (contentLength === null || contentLength > CHECK_FIRST_BYTES) {
    mustBeOpen(await stateOfUpload(database.kysely, { ownerId, key }, clock.now()));
  }
  const blob = await storeBody(deps, body, { contentLength, leaveFree: settings.minimumFree });
  await orRelease(deps, [blob.key], async () => {
    const now = clock.now();
    const upload = { ownerId, key, blob, now, expiresAt: expiryAfter(now) };
    const { state, isReceived } = await receiveUpload(database.kysely, upload);
    if (!isReceived) mustBeOpen(state === null ? null : 'stored');
  });
}

function mustBeOpen(state: string | null): void {
  if (state === null) throw Errors.uploadAddressInvalid();
  if (state === 'stored') throw Errors.uploadAlreadyStored();
}
