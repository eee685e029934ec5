import type { IncomingMessage } from 'node:http';

/** A body that is refused is read on up to this, so that the sender comes to see the answer. */
const LET_GO_BYTES = 64 * 1024 * 1024;
const LET_GO_MS = 15_000;
/** A sender may pause so long. */
const SILENT_MS = 120_000;

/** Work that takes the body of a request, which nobody has parsed. A body that it refuses is ended here. */
export async function withBody<T>(raw: IncomingMessage, work: () => Promise<T>): Promise<T> {
  raw.setTimeout(SILENT_MS, () => raw.destroy());
  try {
    return await work();
  } catch (error) {
    letGo(raw);
    throw error;
  }
}

/** Content-Length in bytes; null when there is none. */
export function announcedLength({ headers }: IncomingMessage): number | null {
  const text = headers['content-length'];
  return text === undefined ? null : Number(text);
}

/** Reads on without keeping anything, and closes the connection of a sender that does not end. */
function letGo(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return;
  let bytes = 0;
  raw.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > LET_GO_BYTES) raw.destroy();
  });
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), LET_GO_MS).unref();
  raw.once('close', () => clearTimeout(timer));
}
