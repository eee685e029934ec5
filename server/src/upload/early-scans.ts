import { MIB } from '@vault/contract';
import type { StoredBlob } from '../platform/blobs/index.ts';
import type { Verdict } from '../platform/scanner/index.ts';
import { ArrivingBytes } from './arriving-bytes.ts';
import { blobSource } from './blob-source.ts';
import type { UploadDeps } from './deps.ts';

/** The scan of a smaller body is quick after its last byte. */
const MIN_BYTES = 4 * MIB;
/** Verdicts that no scan call has asked for are kept for this time, and at most so many of them. */
const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 1000;

interface KeptScan {
  verdict: Promise<Verdict>;
  bytes: ArrivingBytes;
}

/**
 * Scans of large uploads that run while their bytes are stored (SPEED-05): while a body arrives, or chunks are joined.
 * A verdict is kept under the storage key of exactly these bytes, until the scan call (C19) takes it; another server,
 * or a server after a restart, scans the stored bytes.
 */
export class EarlyScans {
  readonly #deps: Pick<UploadDeps, 'scanner' | 'blobs'>;
  readonly #scans = new Map<string, KeptScan>();
  /** One at a time: a slow sender must leave the scanner to others. */
  #isRunning = false;

  constructor(deps: Pick<UploadDeps, 'scanner' | 'blobs'>) {
    this.#deps = deps;
  }

  /**
   * Starts the scan of bytes that will be stored. Storing them never waits for it.
   * @param sizeBytes their announced length
   * @returns null when they are scanned after they are stored
   */
  begin(sizeBytes: number): EarlyScan | null {
    const { scanner, blobs } = this.#deps;
    if (!scanner.scansArrivingBytes || sizeBytes < MIN_BYTES || this.#isRunning) return null;
    this.#isRunning = true;
    const bytes = new ArrivingBytes(sizeBytes);
    const verdict = scanner.scan(bytes).finally(() => {
      this.#isRunning = false;
      // A scan that has found something has not read all bytes, and its verdict is kept for minutes.
      bytes.abandon();
    });
    return {
      add: (piece) => bytes.add(piece),
      finish: (blob) => {
        bytes.finish(blobSource(blobs, blob));
        this.#keep(blob.key, { verdict, bytes });
      },
      abandon: () => bytes.abandon(),
    };
  }

  /**
   * Returns the verdict on stored bytes, once, when their scan ends.
   * @returns null when there was no early scan; a verdict of null when it has no result and the bytes must be scanned
   */
  take(blobKey: string): Promise<Verdict | null> | null {
    const scan = this.#scans.get(blobKey);
    if (scan === undefined) return null;
    this.#scans.delete(blobKey);
    return scan.verdict.then((verdict) => (verdict.status === 'ERROR' ? null : verdict));
  }

  /**
   * Ends the scan of stored bytes whose verdict is not needed: those of a folder's ZIP, whose files are scanned alone.
   */
  drop(blobKey: string): void {
    this.#scans.get(blobKey)?.bytes.abandon();
    this.#scans.delete(blobKey);
  }

  #keep(blobKey: string, scan: KeptScan): void {
    this.#scans.set(blobKey, scan);
    setTimeout(() => this.#scans.delete(blobKey), KEPT_MS).unref();
    const [oldest] = this.#scans.keys();
    if (this.#scans.size > MAX_KEPT && oldest !== undefined) this.#scans.delete(oldest);
  }
}

/** The scan of bytes that are being stored. The caller ends it with `finish` or `abandon`. */
export interface EarlyScan {
  /** Adds the next bytes. */
  readonly add: (piece: Uint8Array) => void;
  /** The bytes are stored. */
  finish(blob: StoredBlob): void;
  /** The bytes are not stored. */
  abandon(): void;
}

/**
 * Stores bytes and ends their early scan.
 * @throws the error of `store`
 */
export async function storeScanned(
  earlyScan: EarlyScan | null,
  store: () => Promise<StoredBlob>,
): Promise<StoredBlob> {
  try {
    const blob = await store();
    earlyScan?.finish(blob);
    return blob;
  } catch (error) {
    earlyScan?.abandon();
    throw error;
  }
}
