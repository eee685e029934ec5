import { Messages } from '@vault/contract';
import { ApiError } from '../../api/index.ts';

/** Returns the text of a thrown value; null for errors that are not shown: an ended session, an aborted call. */
export function toastTextOf(error: unknown): string | null {
  if (typeof error === 'string') return error;
  if (error instanceof ApiError) return error.code === 401 ? null : error.message;
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  return Messages.requestFailed;
}
