import { Messages } from '@vault/contract';
import { ApiError } from '../../api/index.ts';
import { NoFlow } from './flow.ts';

/** What to tell a person whose sign-in at the issuer did not work: what happened, and a word for the administrator. */
export interface SignInTrouble {
  text: string;
  /** the issuer's own word for it, such as `invalid_scope`; null when there is none */
  code: string | null;
}

/** RFC 6749, section 4.1.2.1 and OpenID Connect Core 1.0, section 3.1.2.6; others are told by their code alone. */
const TEXTS: Record<string, string> = {
  access_denied: 'The sign-in was cancelled, or you are not allowed to use this application.',
  server_error: 'The sign-in service has a problem. Please try again later.',
  temporarily_unavailable: 'The sign-in service is busy. Please try again later.',
};

const FAILED = 'The sign-in did not work. Please try again; if it happens again, contact site admin.';
const OUTDATED = 'This sign-in is no longer valid. Please start it again.';
const REFUSED = 'The vault does not accept this sign-in. Please contact site admin.';

/** @param error whatever the steps of a sign-in throw */
export function signInTrouble(error: unknown): SignInTrouble {
  if (error instanceof NoFlow) return { text: OUTDATED, code: null };
  if (error instanceof ApiError) {
    return { text: error.code === 401 ? REFUSED : error.message, code: null };
  }
  if (isNetworkTrouble(error)) return { text: Messages.signInUnavailable, code: null };
  const code = codeOf(error);
  // A used or outdated code: the address was opened again.
  if (code === 'invalid_grant') return { text: OUTDATED, code };
  return { text: (code !== null && TEXTS[code]) || FAILED, code };
}

/** fetch rejects with a bare TypeError; what the library throws has a cause or a code. */
const isNetworkTrouble = (error: unknown) =>
  (error instanceof TypeError && !('code' in error)) ||
  (error instanceof DOMException && error.name === 'TimeoutError');

/** Only words as the standards have them: an address can carry anything. */
function codeOf(error: unknown): string | null {
  const code = (error as { error?: unknown } | null)?.error;
  return typeof code === 'string' && /^[a-z_]{1,60}$/.test(code) ? code : null;
}
