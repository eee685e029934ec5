import { Messages } from '@vault/contract';
import { ApiError } from '../api/index.ts';

/** The text of a thrown value; null when the person need not see it: an ended session, an aborted call. */
export function toastTextOf(error: unknown): string | null {
  if (typeof error === 'string') return error;
  if (error instanceof ApiError) return error.code === 401 ? null : error.message;
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  return Messages.requestFailed;
}
