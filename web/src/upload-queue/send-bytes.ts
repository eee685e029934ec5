import { Messages, UPLOAD_NAME_HEADER } from '@vault/contract';
import { StageError, type Transport } from './queue/transport.ts';

/** What a person reads when the server was not reached. */
export const NO_CONNECTION = 'No connection to the server.';
const FILE_CHANGED = 'The file was changed or removed after it was chosen.';

/**
 * PUT of the bytes to the signed address, without token and other headers of ours (T-47). XMLHttpRequest,
 * because fetch tells nothing of the progress of what it sends.
 */
export const sendBytes: Transport['send'] = ({ url, bytes, fileName, onProgress, signal }) => {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  signal.addEventListener('abort', abort);

  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
  request.addEventListener('load', () => {
    if (request.status >= 200 && request.status < 300) resolve();
    else reject(new StageError(request.status, messageOf(request.responseText)));
  });
  request.addEventListener('error', () => {
    void isReadable(bytes).then((readable) => {
      reject(new StageError(0, readable ? NO_CONNECTION : FILE_CHANGED));
    });
  });
  request.addEventListener('abort', () => reject(signal.reason as Error));

  request.open('PUT', url);
  request.setRequestHeader(UPLOAD_NAME_HEADER, encodeURIComponent(fileName));
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  request.send(bytes);
  return promise.finally(() => signal.removeEventListener('abort', abort));
};

/** An object store answers XML or nothing, the own server the envelope (C18). */
function messageOf(body: string): string {
  try {
    const { errorMessage } = JSON.parse(body) as { errorMessage?: unknown };
    return typeof errorMessage === 'string' && errorMessage !== '' ? errorMessage : Messages.uploadFailed;
  } catch {
    return Messages.uploadFailed;
  }
}

/** The browser tells a lost connection and a file that is not what was chosen by the same event. */
async function isReadable(bytes: Blob): Promise<boolean> {
  try {
    await bytes.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
