import { withResolvers } from '../../kit/with-resolvers.ts';
import type { Pack } from '../queue/transport.ts';
import type { PackReply, PackRequest } from './pack.worker.ts';

/**
 * The last packing. Folders are packed one at a time: two at the same time are no faster, and their checksums would use
 * both cores of a small machine.
 */
let last: Promise<unknown> = Promise.resolve();

/**
 * Packs a folder in a worker, so that the checksums do not block the screen. Folders are packed one after another.
 * @throws Error when a file cannot be read; the signal's reason when aborted
 */
export const packInWorker: Pack = (input) => {
  const packed = last.then(() => packNow(input));
  last = packed.catch(() => undefined);
  return packed;
};

const packNow: Pack = ({ entries, onProgress, signal }) => {
  signal.throwIfAborted();
  const { promise, resolve, reject } = withResolvers<Blob>();
  const worker = new Worker(new URL('pack.worker.ts', import.meta.url), { type: 'module' });
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  worker.addEventListener('error', (event) => reject(new Error(event.message)));
  worker.addEventListener('message', ({ data }: MessageEvent<PackReply>) => {
    if (data.kind === 'progress') onProgress(data.doneBytes);
    else if (data.kind === 'done') resolve(data.zip);
    else reject(new Error(data.reason));
  });
  worker.postMessage([...entries] satisfies PackRequest, { transfer: [] });
  return promise.finally(() => {
    signal.removeEventListener('abort', abort);
    worker.terminate();
  });
};
