import { parentPort } from 'node:worker_threads';
import type { TextForm } from './form.ts';
import { readDocument } from './read-document.ts';

// The thread that reads documents. They are not trusted, so reading them must neither stop the server nor use up its
// memory. It reads one document at a time; the caller ends the thread when it takes too long.

export interface ReadOrder {
  form: TextForm;
  bytes: Uint8Array;
}
export type ReadReport = { text: string } | { reason: string };

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread');

port.on('message', ({ form, bytes }: ReadOrder) => {
  readDocument(form, bytes).then(
    (text) => port.postMessage({ text } satisfies ReadReport),
    (error: unknown) =>
      port.postMessage({
        reason: error instanceof Error ? error.message : String(error),
      } satisfies ReadReport),
  );
});
