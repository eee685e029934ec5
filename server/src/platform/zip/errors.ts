/**
 * Why a ZIP was refused.
 * - `unreadable`: no ZIP, or its directory is broken
 * - `limit`: more of something than allowed
 * - `lying`: what it says of itself is not so (sizes, overlaps, two headers that differ)
 * - `damaged`: the bytes of one entry cannot be unpacked, or are not those that were packed
 * - `unsupported`: an entry is encrypted or packed by an unknown method
 */
export type ZipProblem = 'unreadable' | 'limit' | 'lying' | 'damaged' | 'unsupported';

/** A ZIP, or one entry of it, that is not taken. The message says why, for the log. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly problem: ZipProblem;

  constructor(problem: ZipProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}
