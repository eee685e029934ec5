import type { ByteSource } from '../zip/index.ts';

/**
 * What a scanner says of some bytes. PASS is said only of bytes that were looked at whole; whatever stands in the
 * way of that is ERROR, and its reason is for the log.
 */
export type Verdict =
  | { status: 'PASS' }
  | { status: 'VIRUS'; signature: string }
  | { status: 'ERROR'; reason: string };

/** Judges bytes. Its name is kept with every version that it let in. */
export interface Scanner {
  readonly name: string;
  /**
   * Never rejects: a scanner that is down or in doubt answers ERROR. Waits while too much is being scanned.
   * @param source is not read any more once the verdict is there; the caller closes what is behind it
   */
  scan(source: ByteSource): Promise<Verdict>;
  /** Resolves when the scanner can judge right now (for /readyz). */
  check(): Promise<void>;
  close(): Promise<void>;
}

export const failed = (reason: string): Verdict => ({ status: 'ERROR', reason });

/** What went wrong, as the reason of an ERROR. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
