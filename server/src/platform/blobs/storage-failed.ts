import { constants } from 'node:os';
import { OutOfSpace, DependencyUnavailable } from '../unavailable.ts';

/** The operation during which the disk failed. */
export type StorageOperation =
  | 'open'
  | 'read'
  | 'write'
  | 'sync'
  | 'rename'
  | 'make folder'
  | 'list'
  | 'stat'
  | 'delete';

/** The kind of the path. It is logged instead of the path, which contains no further information. */
export type PathKind = 'blob' | 'unfinished blob' | 'folder';

export interface FailedCall {
  operation: StorageOperation;
  pathKind: PathKind;
}

/** A call of the file system failed or did not return; `code` is the errno, such as 'EIO' (SAFE-24). */
export class StorageFailed extends DependencyUnavailable {
  override readonly name = 'StorageFailed';
  readonly operation: StorageOperation;
  readonly pathKind: PathKind;
  readonly code: string;

  constructor({ operation, pathKind }: FailedCall, code: string, options?: ErrorOptions) {
    super('blobs', `The blob store failed: ${operation} of a ${pathKind}: ${code}`, options);
    this.operation = operation;
    this.pathKind = pathKind;
    this.code = code;
  }
}

/** The disk or the quota is full. */
export class StorageFull extends OutOfSpace {
  readonly operation: StorageOperation;
  readonly pathKind: PathKind;
  readonly code: string;

  constructor({ operation, pathKind }: FailedCall, code: string, options?: ErrorOptions) {
    super('blobs', `The blob store is full: ${operation} of a ${pathKind}: ${code}`, options);
    this.operation = operation;
    this.pathKind = pathKind;
    this.code = code;
  }
}

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
