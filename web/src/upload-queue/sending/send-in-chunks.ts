import { UPLOAD_CHUNK_BYTES } from '@vault/contract';
import { StageError } from '../queue/transport.ts';

/** The state of an upload on the server, in bytes. */
export interface Progress {
  offset: number;
  /** length of the whole upload; null when the server does not know it */
  length: number | null;
  /** the bytes can be sent straight to the object store (C138) */
  offersDirect: boolean;
}

/** The network calls for sending in chunks (C53). Each rejects with a StageError. */
export interface ChunkTransport {
  /** requests the progress; null when the server does not support chunks */
  progress: () => Promise<Progress | null>;
  /** Sends the bytes from `start` to `end`. @returns how many bytes the server has after that */
  append: (start: number, end: number) => Promise<number>;
  /** Sends all bytes straight to the object store. @returns false when that is not possible */
  sendDirect: () => Promise<boolean>;
  /** Sends all bytes with one call, replacing any stored chunks. */
  sendWhole: () => Promise<void>;
  /** Waits for this time. @throws the signal's reason when aborted */
  pause: (ms: number) => Promise<void>;
}

/** The pause before each repeated attempt, in ms. A failure after the last attempt is thrown. */
export const PAUSES_MS = [500, 1000, 2000, 4000];

/**
 * Sends bytes in chunks, each from the offset of the server. After a temporary failure it requests the offset again, so
 * received bytes are not sent twice. Stored chunks of another file are never continued. Where the vault offers it,
 * bytes are sent straight to the object store instead, unless chunks are stored.
 * @throws StageError when the failure is permanent or repeated; in an outage immediately, because the caller waits for
 * its end
 */
export async function sendInChunks(
  transport: ChunkTransport,
  { bytes }: { bytes: { size: number } },
): Promise<void> {
  let triesDirect = true;
  for (let failures = 0; ;) {
    try {
      const found = await transport.progress();
      if (found === null || !isOf(bytes.size, found)) return await transport.sendWhole();
      if (found.offersDirect && found.offset === 0 && triesDirect) {
        if (await transport.sendDirect()) return;
        triesDirect = false;
      }
      for (let { offset } = found; offset < bytes.size; failures = 0) {
        offset = await transport.append(offset, Math.min(offset + UPLOAD_CHUNK_BYTES, bytes.size));
      }
      return;
    } catch (error) {
      const pauseMs = PAUSES_MS[failures];
      if (!mayPass(error) || pauseMs === undefined) throw error;
      failures += 1;
      await transport.pause(pauseMs);
    }
  }
}

const isOf = (sizeBytes: number, { offset, length }: Progress) => offset === 0 || length === sizeBytes;

/** Returns whether a failure is temporary: a server error, or a chunk that seemed lost but was received. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof StageError) || error.outage !== null) return false;
  return error.errorCode === 'UPLOAD_OFFSET_WRONG' || error.code === 500;
}
