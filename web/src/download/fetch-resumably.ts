import { Messages } from '@vault/contract';
import { type Availability, type Outage, outageOfStatus, retryAfterOutage } from '../availability/index.ts';
import { ReceivedBytes } from './received-bytes.ts';

/** A download that failed, with a sentence for the person. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  /** the outage that the download met; null for other failures */
  readonly outage: Outage | null;

  constructor(message: string, outage: Outage | null = null) {
    super(message);
    this.outage = outage;
  }
}

/**
 * A download waits this long for an unavailable vault. Then it fails with a message, and the person can start it again.
 */
export const WAIT_LIMIT_MS = 5 * 60_000;

export interface ResumableDownload {
  /** a signed address that supports Range and If-Range (C54) */
  url: string;
  onProgress: (doneBytes: number) => void;
  /** called when the vault is unavailable: the download waits and continues automatically */
  onWait: (outage: Outage) => void;
  availability: Pick<Availability, 'suspect' | 'untilAvailable'>;
  signal: AbortSignal;
  fetch?: typeof fetch;
}

/**
 * Fetches an address completely. After a lost connection it continues with Range and If-Range; when the server reports
 * that the content has changed, it starts again. It waits while the vault is unavailable (SAFE-06).
 * @throws DownloadError when the server refuses or the vault stays unavailable; the signal's reason when aborted
 */
export async function fetchResumably(download: ResumableDownload): Promise<Blob> {
  const { availability, onWait, signal } = download;
  const received = new ReceivedBytes();
  await retryAfterOutage(() => readOn(download, received), {
    availability,
    outageOf: (error) => (error instanceof DownloadError ? error.outage : null),
    signal,
    onWait,
    limitMs: WAIT_LIMIT_MS,
    progress: () => received.bytes,
  });
  return received.toBlob();
}

/**
 * Requests the bytes that are missing and adds them to `received`.
 * @throws DownloadError; the signal's reason when aborted
 */
async function readOn(download: ResumableDownload, received: ReceivedBytes): Promise<void> {
  try {
    await readRest(download, received);
  } catch (error) {
    download.signal.throwIfAborted();
    if (error instanceof DownloadError) throw error;
    // fetch and its streams report a lost connection as a TypeError.
    throw new DownloadError(Messages.requestFailed, 'unreachable');
  }
}

async function readRest(download: ResumableDownload, received: ReceivedBytes): Promise<void> {
  const { url, onProgress, signal, fetch: get = fetch } = download;
  const { rest } = received;
  const headers: Record<string, string> =
    rest === null ? {} : { Range: rest.range, 'If-Range': rest.ifRange };
  const response = await get(url, { headers, signal });
  await mustBeFile(response);
  await received.add(response, (doneBytes) => {
    if (doneBytes > 0) onProgress(doneBytes);
  });
}

/**
 * DOWNLOAD-11, T-48: JSON instead of a file is always a failure; a stored .json file has a binary content type (D-42).
 * @throws DownloadError; when the server failed, with the text of the server (SAFE-25)
 */
async function mustBeFile(response: Response): Promise<void> {
  const { ok, status } = response;
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (ok && !isEnvelope) return;
  const outage = outageOfStatus(status);
  if (outage !== null) throw new DownloadError(Messages.vaultUnavailable, outage);
  if (status < 500) throw new DownloadError(Messages.notFound);
  throw new DownloadError((isEnvelope && (await errorMessageOf(response))) || Messages.requestFailed);
}

async function errorMessageOf(response: Response): Promise<string | null> {
  const { errorMessage } = (await response.json()) as { errorMessage?: unknown };
  return typeof errorMessage === 'string' ? errorMessage : null;
}
