/**
 * Why a ZIP is refused.
 * - `unreadable`: not a ZIP, or its directory is broken
 * - `limit`: a limit is exceeded
 * - `lying`: its headers are false (sizes, overlaps, two headers that differ)
 * - `damaged`: the bytes of one entry cannot be unpacked, or have another checksum
 * - `unsupported`: an entry is encrypted or packed by an unknown method
 */
export type ZipProblem = 'unreadable' | 'limit' | 'lying' | 'damaged' | 'unsupported';

/** A ZIP, or one entry of it, is refused. The message is the reason, for the log. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly problem: ZipProblem;

  constructor(problem: ZipProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}
