import {
  DIRECT_COMPLETE_PATH,
  DIRECT_PATH,
  type DirectParts,
  type Envelope,
  Messages,
  UPLOAD_LENGTH_HEADER,
} from '@vault/contract';
import { pause } from '../../availability/index.ts';
import { StageError, type Transport } from '../queue/transport.ts';
import { uploadErrorTexts } from '../texts.ts';
import { STALLED_MS } from './browser-chunk-transport.ts';
import type { DirectTransport } from './send-direct.ts';
import { transmit } from './transmit.ts';

/** Stands for the parts that the store had before. */
const EARLIER = -1;

/** Creates the network calls of C138 and C139 for a browser. */
export function browserDirectTransport({
  url,
  bytes,
  files,
  onProgress,
  onFound,
  signal,
}: Parameters<Transport['send']>[0]): DirectTransport {
  const post = <T>(path: string) => postLength<T>(`${url}${path}`, bytes.size, signal);
  /** bytes that the store has or that are on their way, by the first byte of their part */
  const sent = new Map<number, number>();
  const report = () => onProgress([...sent.values()].reduce((sum, count) => sum + count, 0));
  return {
    async nextParts() {
      const reply = await post<DirectParts>(DIRECT_PATH);
      if (reply.code === 404) return null;
      const next = dataOf(reply);
      if (next === null) return null;
      sent.clear();
      sent.set(EARLIER, next.receivedBytes);
      if (next.receivedBytes > 0) onFound(next.receivedBytes);
      return next;
    },

    async sendPart({ start, end, address }) {
      await transmit({
        method: 'PUT',
        url: address,
        headers: {},
        bytes: bytes.slice(start, end),
        files,
        onProgress: (sentBytes) => {
          sent.set(start, sentBytes);
          report();
        },
        signal,
        stalledMs: STALLED_MS,
      });
    },

    async complete() {
      dataOf(await post(DIRECT_COMPLETE_PATH));
    },

    pause: (ms) => pause(ms, signal),
  };
}

/** @throws StageError when the vault is not reached or its reply has no envelope */
async function postLength<T>(url: string, sizeBytes: number, signal: AbortSignal): Promise<Envelope<T>> {
  const headers = { [UPLOAD_LENGTH_HEADER]: String(sizeBytes) };
  const reply = await fetch(url, { method: 'POST', headers, signal }).catch(() => null);
  signal.throwIfAborted();
  if (reply === null) throw new StageError(0, uploadErrorTexts.noConnection, { outage: 'unreachable' });
  const envelope = (await reply.json().catch(() => null)) as Envelope<T> | null;
  signal.throwIfAborted();
  return envelope ?? { code: reply.status, data: null, errorMessage: null };
}

/** @throws StageError for a refusal */
function dataOf<T>({ code, data, errorMessage, errorCode }: Envelope<T>): T | null {
  if (code !== 200) throw new StageError(code, errorMessage ?? Messages.uploadFailed, { errorCode });
  return data;
}
