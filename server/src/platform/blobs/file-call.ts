import { constants } from 'node:os';
import { DependencyUnavailable } from '../unavailable.ts';
import { type FailedCall, StorageFailed, StorageFull } from './storage-failed.ts';

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(constants.errno).map(([name, number]) => [-number, name]),
);

/** The errno of a failed call of the file system, such as 'EIO'; null for any other error. */
export function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code !== undefined && /^E[A-Z0-9]+$/.test(code)) return code;
  // Node sets no code for some errno values, such as EDQUOT.
  return errno === undefined ? null : (NAMES.get(errno) ?? null);
}

/** Converts the error of a failed file system call to StorageFull or StorageFailed; returns other errors unchanged. */
export function storageError(error: unknown, call: FailedCall): unknown {
  const code = errnoOf(error);
  if (code === null || error instanceof DependencyUnavailable) return error;
  return FULL.has(code)
    ? new StorageFull(call, code, { cause: error })
    : new StorageFailed(call, code, { cause: error });
}

/** The time limits of file system calls, in ms. A slower disk counts as failed (SAFE-23). */
export interface StorageLimits {
  /** open, read, rename, delete, stat */
  callMs: number;
  /** writing 256 KiB */
  writeMs: number;
  /** making all bytes of a file durable */
  syncMs: number;
}

export const STORAGE_LIMITS: StorageLimits = { callMs: 10_000, writeMs: 30_000, syncMs: 60_000 };

/**
 * Waits for a file system call up to a time limit. A call over the limit continues; its result is ignored.
 * @throws StorageFailed, with the code ETIMEDOUT when the limit is exceeded
 */
export async function storageCall<T>(work: Promise<T>, limitMs: number, call: FailedCall): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StorageFailed(call, 'ETIMEDOUT')), limitMs);
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw storageError(error, call);
  } finally {
    clearTimeout(timer);
  }
}
