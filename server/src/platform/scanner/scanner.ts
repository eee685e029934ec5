import type { ByteSource } from '../zip/index.ts';

/**
 * The verdict of a scanner. PASS is returned only for bytes that were scanned completely; otherwise the verdict is
 * ERROR, with a reason for the log.
 */
export type Verdict =
  | { status: 'PASS' }
  | { status: 'VIRUS'; signature: string }
  | { status: 'ERROR'; reason: string };

/** Scans bytes. Its name is stored with every version that it passed. */
export interface Scanner {
  readonly name: string;
  /** true when `scan` reads a source from its beginning, so that it can scan bytes that are still arriving */
  readonly scansArrivingBytes?: boolean;
  /**
   * Never rejects: an unavailable or uncertain scanner returns ERROR. Waits while the scanner is busy.
   * @param source is not read after the verdict; the caller closes it
   * @param sender the id of the person or the link that the bytes come from: a busy scanner serves senders in turn;
   *   absent: each call counts as another sender
   */
  scan(source: ByteSource, sender?: string): Promise<Verdict>;
  /** Resolves when the scanner can scan now (for /readyz). */
  check(): Promise<void>;
  close(): Promise<void>;
}

export const failed = (reason: string): Verdict => ({ status: 'ERROR', reason });

/** The message of an error, as the reason of an ERROR. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
