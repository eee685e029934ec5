import type { IncomingMessage } from 'node:http';
import { UPLOAD_LENGTH_HEADER, UPLOAD_OFFSET_HEADER, UPLOAD_CHUNK_TYPE } from '@vault/contract';
import { Errors } from '../http/index.ts';
import { append } from './append.ts';
import { lengthOf, mustBeOpen, offsetOf } from './open-upload.ts';
import type { UploadDeps, UploadKey } from './deps.ts';
import type { IntakeDeps } from './intake.ts';
import { receive } from './receive.ts';
import { recordRefusals } from './record-refusals.ts';
import { findOpenUpload } from './resume.queries.ts';
import { announcedLength, withBody } from './with-body.ts';

/**
 * C18: reads the unparsed body of a request as the bytes of an upload.
 * @throws the errors of `receive`
 */
export const receiveBody = (deps: IntakeDeps, raw: IncomingMessage, upload: UploadKey): Promise<void> =>
  withBody(raw, () =>
    recordRefusals(deps, upload, () =>
      receive(deps, { ...upload, body: raw, contentLength: announcedLength(raw) }),
    ),
  );

/**
 * C53: reads the body of a request as the next bytes of an upload.
 * @returns the size of the upload in bytes after the call
 * @throws 400 for missing or invalid headers, and the errors of `append`
 */
export const appendBody = (deps: UploadDeps, raw: IncomingMessage, upload: UploadKey): Promise<number> =>
  withBody(raw, () => {
    const offset = countIn(raw, UPLOAD_OFFSET_HEADER);
    const [type] = raw.headers['content-type']?.split(';') ?? [];
    if (offset === null || type?.trim().toLowerCase() !== UPLOAD_CHUNK_TYPE) throw Errors.invalidRequest();
    const totalBytes = countIn(raw, UPLOAD_LENGTH_HEADER);
    return recordRefusals(deps, upload, () =>
      append(deps, { ...upload, body: raw, offset, contentLength: announcedLength(raw), totalBytes }),
    );
  });

/**
 * C53: progress of an upload.
 * @returns the durable bytes and the total length in bytes, null when it was not announced
 * @throws 403 for an unknown or expired one, 409 after the transfer
 */
export async function progressOf(
  deps: UploadDeps,
  key: UploadKey,
): Promise<{ offset: number; length: number | null }> {
  const upload = await findOpenUpload(deps.database.kysely, key, deps.clock.now());
  mustBeOpen(upload);
  return { offset: offsetOf(upload), length: lengthOf(upload) };
}

/**
 * C138, C139: reads the length of the complete upload from the headers.
 * @throws 400 when it is missing or invalid
 */
export function uploadLengthOf(raw: IncomingMessage): number {
  const sizeBytes = countIn(raw, UPLOAD_LENGTH_HEADER);
  if (sizeBytes === null) throw Errors.invalidRequest();
  return sizeBytes;
}

/** A number of bytes from a header; null when the header is missing. @throws 400 for anything else */
function countIn({ headers }: IncomingMessage, name: string): number | null {
  const text = headers[name.toLowerCase()];
  if (text === undefined) return null;
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw Errors.invalidRequest();
  return Number(text);
}
