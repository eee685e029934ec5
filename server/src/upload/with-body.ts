import type { IncomingMessage } from 'node:http';
import { limitSilence, VaultError } from '../http/index.ts';

/** The rest of a refused body is read up to this size, because many clients read the answer only after sending. */
const DISCARD_BYTES = 64 * 1024 * 1024;
const DISCARD_MS = 15_000;

/**
 * Runs `work` with the unparsed body of a request and ends the body when `work` refuses it. A body may take any time,
 * but not be silent (GUARD-25).
 */
export async function withBody<T>(raw: IncomingMessage, work: () => Promise<T>): Promise<T> {
  limitSilence(raw);
  try {
    return await work();
  } catch (error) {
    discardBody(raw);
    throw error;
  }
}

/** Time after which the access of a running upload is checked again, in ms. */
const RECHECK_MS = 5_000;

/**
 * GUARD-30: closes the connection of an upload when its access ends while the body arrives.
 * @param mustContinue throws the refusal when the access has ended; other failures are ignored until the next check
 */
export function endWithAccess(
  raw: IncomingMessage,
  mustContinue: () => Promise<void>,
  recheckMs = RECHECK_MS,
): void {
  if (raw.complete) return;
  const check = async () => {
    try {
      await mustContinue();
    } catch (error) {
      if (error instanceof VaultError && error.code < 500 && !raw.complete) raw.destroy();
    }
  };
  const timer = setInterval(() => void check(), recheckMs).unref();
  raw.once('close', () => clearInterval(timer));
}

/** Content-Length in bytes; null when the header is missing. */
export function announcedLength({ headers }: IncomingMessage): number | null {
  const text = headers['content-length'];
  return text === undefined ? null : Number(text);
}

/** Reads and discards the rest of a body. Closes the connection when the client sends too much or for too long. */
function discardBody(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return;
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DISCARD_BYTES) raw.destroy();
  });
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), DISCARD_MS).unref();
  raw.once('close', () => clearTimeout(timer));
}
