import { type S3Operation, StorageFailed, StorageFull } from '../storage-failed.ts';

/** The names that stores give to a full store or a full quota. */
const FULL: ReadonlySet<string> = new Set([
  'InsufficientStorage',
  'QuotaExceeded',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
]);
const FULL_STATUS = 507;

/** The errors of S3 that callers distinguish. */
export type S3Code = 'NoSuchKey' | 'NoSuchBucket' | 'NoSuchUpload' | 'InvalidPart' | 'InvalidRange';

/** Converts the error of a call, which the SDK has repeated already. */
export function callFailed(error: unknown, operation: S3Operation): Error {
  const code = codeOf(error);
  const call = { operation, pathKind: operation.includes('object') ? 'blob' : 'unfinished blob' } as const;
  return FULL.has(code) || statusOf(error) === FULL_STATUS
    ? new StorageFull(call, code, { cause: error })
    : new StorageFailed(call, code, { cause: error });
}

/** Whether a call failed with this error of S3. */
export const hasCode = (error: unknown, code: S3Code): boolean =>
  error instanceof StorageFailed && error.code === code;

/** The HTTP status of a failed call; null when there was no answer. */
export function statusOf(error: unknown): number | null {
  const failed = (error instanceof StorageFailed ? error.cause : error) as
    | { $metadata?: { httpStatusCode?: number } }
    | undefined;
  return failed?.$metadata?.httpStatusCode ?? null;
}

/** The code of S3, such as 'SlowDown', or of the connection, such as 'ECONNREFUSED'. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return 'ETIMEDOUT';
  return code !== undefined && /^E[A-Z]+$/.test(code) ? code : name;
}
