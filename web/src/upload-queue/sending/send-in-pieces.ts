import { UPLOAD_PIECE_BYTES } from '@vault/contract';
import { StageError } from '../queue/transport.ts';

/** How far the server is with an upload, in bytes. */
export interface Progress {
  offset: number;
  /** of the whole; null: it does not know */
  length: number | null;
}

/** What sending in pieces needs of the network (C53). Each call fails with a StageError. */
export interface Wire {
  /** null: whoever answers knows nothing of pieces */
  progress: () => Promise<Progress | null>;
  /** Sends the bytes from `start` to `end`. @returns how many the server has then */
  append: (start: number, end: number) => Promise<number>;
  /** Sends everything in one go, in the place of whatever was there. */
  sendWhole: () => Promise<void>;
  /** Waits so long. @throws the signal's reason */
  pause: (ms: number) => Promise<void>;
}

/** How long to wait before each further attempt, in ms. After that the failure stays. */
export const PAUSES_MS = [500, 1000, 2000, 4000];

/**
 * Sends bytes in pieces, each from where the server is. After a failure that may pass it asks the server again, so
 * nothing that has arrived is sent twice. Pieces of anything else than these bytes are never gone on with.
 * @throws StageError when the failure stays, or is none that may pass; at once when the vault is away: the caller waits
 */
export async function sendInPieces(wire: Wire, { bytes }: { bytes: { size: number } }): Promise<void> {
  for (let failures = 0; ;) {
    try {
      const found = await wire.progress();
      if (found === null || !isOf(bytes.size, found)) return await wire.sendWhole();
      for (let { offset } = found; offset < bytes.size; failures = 0) {
        offset = await wire.append(offset, Math.min(offset + UPLOAD_PIECE_BYTES, bytes.size));
      }
      return;
    } catch (error) {
      const pauseMs = PAUSES_MS[failures];
      if (!mayPass(error) || pauseMs === undefined) throw error;
      failures += 1;
      await wire.pause(pauseMs);
    }
  }
}

const isOf = (sizeBytes: number, { offset, length }: Progress) => offset === 0 || length === sizeBytes;

/** A failure of the server, or a piece that was thought lost and has arrived after all. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof StageError) || error.outage !== null) return false;
  return error.errorCode === 'UPLOAD_OFFSET_WRONG' || error.code === 500;
}
