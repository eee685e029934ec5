import { type Envelope, Messages } from '@vault/contract';
import { withResolvers } from '../../kit/with-resolvers.ts';
import { StageError } from '../queue/transport.ts';
import { uploadErrorTexts } from '../texts.ts';
import { mustBeReadable } from '../queue/must-be-readable.ts';

export interface Transmission {
  method: 'PUT' | 'PATCH';
  url: string;
  headers: Record<string, string>;
  bytes: Blob;
  /** the files of which the bytes consist */
  files: readonly File[];
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
  /** after this time without progress the connection counts as lost; when absent, never */
  stalledMs?: number;
}

/**
 * Sends bytes to a signed address, without a token (T-47). Uses XMLHttpRequest, because fetch does not report the
 * progress of sent bytes.
 * @returns a function that reads a header of the reply @throws StageError; the signal's reason when aborted
 */
export async function transmit(sent: Transmission): Promise<(header: string) => string | null> {
  const { method, url, headers, bytes, files, onProgress, signal, stalledMs } = sent;
  signal.throwIfAborted();
  const { promise, resolve, reject } = withResolvers<void>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  signal.addEventListener('abort', abort);
  const fail = () => void failureOf(files).then(reject);
  const watch = stalledMs === undefined ? null : createWatch(stalledMs, abort);

  request.upload.addEventListener('progress', ({ loaded }) => {
    watch?.moved();
    onProgress(loaded);
  });
  request.addEventListener('load', () => {
    if (request.status >= 200 && request.status < 300) resolve();
    else reject(refusalOf(request));
  });
  request.addEventListener('error', fail);
  request.addEventListener('abort', () => (signal.aborted ? reject(signal.reason as Error) : fail()));

  request.open(method, url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.send(bytes);
  try {
    await promise;
  } finally {
    watch?.end();
    signal.removeEventListener('abort', abort);
  }
  return (header) => request.getResponseHeader(header);
}

function createWatch(limitMs: number, onStall: () => void) {
  let timer = setTimeout(onStall, limitMs);
  return {
    moved: () => {
      clearTimeout(timer);
      timer = setTimeout(onStall, limitMs);
    },
    end: () => clearTimeout(timer),
  };
}

/**
 * Returns the error of a refused call. The vault's server sends an envelope (C18), an object store sends XML or
 * nothing.
 */
function refusalOf({ status, responseText }: XMLHttpRequest): StageError {
  try {
    const { errorMessage, errorCode } = JSON.parse(responseText) as Partial<Envelope<null>>;
    const message = typeof errorMessage === 'string' && errorMessage !== '' ? errorMessage : null;
    return new StageError(status, message ?? Messages.uploadFailed, { errorCode });
  } catch {
    return new StageError(status, Messages.uploadFailed);
  }
}

/**
 * Returns the error after the browser's error event. A lost connection and a changed file cause the same event, so the
 * files are read to distinguish them.
 */
async function failureOf(files: readonly File[]): Promise<unknown> {
  const lost = new StageError(0, uploadErrorTexts.noConnection, { outage: 'unreachable' });
  return mustBeReadable(files).then(
    () => lost,
    (error: unknown) => error,
  );
}
