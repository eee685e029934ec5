import type { PackEntry } from '../queue/transport.ts';
import { packFiles } from './pack.ts';

/** The request to the worker: one message per ZIP. */
export type PackRequest = readonly PackEntry[];
export type PackReply =
  | { kind: 'progress'; doneBytes: number }
  | { kind: 'done'; zip: Blob }
  | { kind: 'failed'; reason: string };

const PROGRESS_EVERY_MS = 100;
const never = new AbortController().signal;
const reply = (message: PackReply) => globalThis.postMessage(message, { transfer: [] });

addEventListener('message', ({ data }: MessageEvent<PackRequest>) => {
  let reportedAt = 0;
  const onProgress = (doneBytes: number) => {
    if (performance.now() - reportedAt < PROGRESS_EVERY_MS) return;
    reportedAt = performance.now();
    reply({ kind: 'progress', doneBytes });
  };
  // The signal is never aborted: to abort, the page terminates the worker.
  packFiles({ entries: data, onProgress, signal: never })
    .then((zip) => reply({ kind: 'done', zip }))
    .catch((error: unknown) => reply({ kind: 'failed', reason: String(error) }));
});
