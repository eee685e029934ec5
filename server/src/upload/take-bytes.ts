import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { UploadParts } from './parts.ts';
import { uploadOf } from './prepare.ts';
import { receive } from './receive.ts';

/** A body that is refused is read on up to this, so that the sender comes to see the answer. */
const LET_GO_BYTES = 64 * 1024 * 1024;
const LET_GO_MS = 15_000;
/** A sender may pause so long. */
const SILENT_MS = 120_000;

/**
 * C18: takes the body of a request, which nobody has parsed, as the bytes of an upload.
 * @param token of the signed address
 * @throws 403 when it is altered or expired, and as `receive`
 */
export async function takeBytes(
  parts: UploadParts,
  { raw }: Pick<FastifyRequest, 'raw'>,
  token: string,
): Promise<void> {
  raw.setTimeout(SILENT_MS, () => raw.destroy());
  try {
    await receive(parts, { ...uploadOf(parts, token), body: raw, contentLength: lengthOf(raw) });
  } catch (error) {
    letGo(raw);
    throw error;
  }
}

function lengthOf({ headers }: IncomingMessage): number | null {
  const text = headers['content-length'];
  return text === undefined ? null : Number(text);
}

/** Reads on without keeping anything, and hangs up on a sender that does not end. */
function letGo(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return;
  let bytes = 0;
  raw.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > LET_GO_BYTES) raw.destroy();
  });
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), LET_GO_MS);
  raw.once('close', () => clearTimeout(timer));
}
