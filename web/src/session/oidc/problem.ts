import { Messages } from '@vault/contract';
import { ApiError } from '../../api/index.ts';
import { NoFlow } from './flow.ts';

/** The message for a failed sign-in at the issuer, and the code for the administrator. */
export interface SignInTrouble {
  text: string;
  /** the error code of the issuer, such as `invalid_scope`; null when there is none */
  code: string | null;
}

/** RFC 6749, section 4.1.2.1 and OpenID Connect Core 1.0, section 3.1.2.6; other codes have no own message. */
const TEXTS: Record<string, string> = {
  access_denied: 'The sign-in was cancelled, or you are not allowed to use this application.',
  server_error: 'The sign-in service has a problem. Please try again later.',
  temporarily_unavailable: 'The sign-in service is busy. Please try again later.',
};

const FAILED = 'The sign-in did not work. Please try again; if it happens again, contact site admin.';
const OUTDATED = 'This sign-in is no longer valid. Please start it again.';
const REFUSED = 'The vault does not accept this sign-in. Please contact site admin.';

/** Returns the message for a failed sign-in. @param error any error of a sign-in */
export function signInTrouble(error: unknown): SignInTrouble {
  if (error instanceof NoFlow) return { text: OUTDATED, code: null };
  if (error instanceof ApiError) {
    return { text: error.code === 401 ? REFUSED : error.message, code: null };
  }
  if (isNetworkTrouble(error)) return { text: Messages.signInUnavailable, code: null };
  const code = codeOf(error);
  // A used or expired code: the address was opened again.
  if (code === 'invalid_grant') return { text: OUTDATED, code };
  return { text: (code !== null && TEXTS[code]) || FAILED, code };
}

/** fetch rejects with a TypeError without a code; errors of the library have a code. */
const isNetworkTrouble = (error: unknown) =>
  (error instanceof TypeError && !('code' in error)) ||
  (error instanceof DOMException && error.name === 'TimeoutError');

/** Returns the error code if it has the form of the standards: an address can contain any text. */
function codeOf(error: unknown): string | null {
  const code = (error as { error?: unknown } | null)?.error;
  return typeof code === 'string' && /^[a-z_]{1,60}$/.test(code) ? code : null;
}
