import { Messages } from '@vault/contract';

/** A download that failed for good, with a sentence for the person. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

export interface ResumableDownload {
  /** a signed address that honours Range and If-Range (C54) */
  url: string;
  onProgress: (doneBytes: number) => void;
  signal: AbortSignal;
  fetch?: typeof fetch;
  /** resolves after so many milliseconds; for tests */
  pause?: (ms: number) => Promise<void>;
}

/** Pauses before each new attempt, in milliseconds; an attempt that brought bytes starts the row anew. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** What has arrived so far. */
interface Arrived {
  pieces: BlobPart[];
  bytes: number;
  etag: string | null;
}

/**
 * Fetches an address to its end. A connection that breaks is taken up where it broke, by Range and If-Range;
 * when the server says that the content is another one by now, it starts anew.
 * @throws DownloadError when the server refuses, or the connection stays away; the signal's reason when aborted
 */
export async function fetchResumably(download: ResumableDownload): Promise<Blob> {
  const { pause = sleep, signal } = download;
  const arrived: Arrived = { pieces: [], bytes: 0, etag: null };
  for (let failures = 0; ; failures += 1) {
    const before = arrived.bytes;
    try {
      await readOn(download, arrived);
      return new Blob(arrived.pieces);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DownloadError) throw error;
      if (arrived.bytes > before) failures = 0;
      const wait = PAUSES_MS[failures];
      if (wait === undefined) throw new DownloadError(Messages.requestFailed, { cause: error });
      await pause(wait);
    }
  }
}

async function readOn(download: ResumableDownload, arrived: Arrived): Promise<void> {
  const { url, onProgress, signal, fetch: get = fetch } = download;
  const goesOn = arrived.bytes > 0 && arrived.etag !== null;
  const headers: Record<string, string> = goesOn
    ? { Range: `bytes=${arrived.bytes}-`, 'If-Range': arrived.etag ?? '' }
    : {};
  const response = await get(url, { headers, signal });
  mustBeFile(response);
  if (response.status !== 206) Object.assign(arrived, { pieces: [], bytes: 0 } satisfies Partial<Arrived>);
  arrived.etag = response.headers.get('etag');
  const whole = arrived.bytes + Number(response.headers.get('content-length') ?? Number.NaN);
  for await (const chunk of chunksOf(response)) {
    arrived.pieces.push(chunk);
    arrived.bytes += chunk.byteLength;
    onProgress(arrived.bytes);
  }
  if (arrived.bytes < whole) throw new TypeError('The connection ended early.');
}

/** DOWNLOAD-11, T-48: JSON instead of a file is always a failure; a stored .json file comes as bytes (D-42). */
function mustBeFile(response: Response): void {
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    throw new DownloadError(Messages.notFound);
  }
  if (response.status >= 500) throw new TypeError(`HTTP ${response.status}`);
  if (!response.ok) throw new DownloadError(Messages.notFound);
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) return;
    yield next.value;
  }
}

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
