import {
  Messages,
  UPLOAD_CHUNK_TYPE,
  UPLOAD_DIRECT_HEADER,
  UPLOAD_LENGTH_HEADER,
  UPLOAD_OFFSET_HEADER,
} from '@vault/contract';
import { pause } from '../../availability/index.ts';
import { anySignal } from '../../kit/any-signal.ts';
import { StageError, type Transport } from '../queue/transport.ts';
import type { ChunkTransport } from './send-in-chunks.ts';
import { uploadErrorTexts } from '../texts.ts';
import { transmit } from './transmit.ts';

/** A connection without progress for this time, in milliseconds, counts as lost. */
export const STALLED_MS = 60_000;
/** Status codes of servers that do not support chunks at this address. */
const NO_CHUNKS = new Set([404, 405, 501]);

/** Creates the network calls of C53 for a browser. */
export function browserChunkTransport({
  url,
  bytes,
  files,
  onProgress,
  onFound,
  signal,
  sendDirect,
  sendWhole,
}: Parameters<Transport['send']>[0] & Pick<ChunkTransport, 'sendDirect' | 'sendWhole'>): ChunkTransport {
  return {
    async progress() {
      const reply = await head(url, signal);
      const offset = numberIn(reply.headers.get(UPLOAD_OFFSET_HEADER));
      if (NO_CHUNKS.has(reply.status) || (reply.ok && offset === null)) return null;
      if (!reply.ok || offset === null) throw refusal(reply.status);
      onFound(offset);
      const length = numberIn(reply.headers.get(UPLOAD_LENGTH_HEADER));
      return { offset, length, offersDirect: reply.headers.get(UPLOAD_DIRECT_HEADER) === 'true' };
    },

    async append(start, end) {
      const headerOf = await transmit({
        method: 'PATCH',
        url,
        headers: {
          [UPLOAD_OFFSET_HEADER]: String(start),
          [UPLOAD_LENGTH_HEADER]: String(bytes.size),
          'Content-Type': UPLOAD_CHUNK_TYPE,
        },
        bytes: bytes.slice(start, end),
        files,
        onProgress: (sentBytes) => onProgress(start + sentBytes),
        signal,
        stalledMs: STALLED_MS,
      });
      return numberIn(headerOf(UPLOAD_OFFSET_HEADER)) ?? end;
    },

    sendDirect,
    sendWhole,
    pause: (ms) => pause(ms, signal),
  };
}

async function head(url: string, signal: AbortSignal): Promise<Response> {
  try {
    const limited = anySignal([signal, AbortSignal.timeout(STALLED_MS)]);
    return await fetch(url, { method: 'HEAD', cache: 'no-store', signal: limited });
  } catch {
    signal.throwIfAborted();
    throw new StageError(0, uploadErrorTexts.noConnection, { outage: 'unreachable' });
  }
}

/** Returns the error of a failed HEAD call. Its reply has no body, so the status determines the message. */
function refusal(status: number): StageError {
  if (status === 409) return new StageError(status, Messages.uploadAlreadyStored);
  if (status === 403) return new StageError(status, Messages.uploadAddressInvalid);
  if (status === 507) return new StageError(status, Messages.storageFull);
  return new StageError(status, Messages.uploadFailed);
}

const numberIn = (text: string | null) => (text !== null && /^\d+$/.test(text) ? Number(text) : null);
