import { Messages } from '@vault/contract';
import { ApiError, hasErrorCode } from '../../api/index.ts';
import { issuerErrorTexts } from '../texts.ts';
import { NoFlow } from './flow.ts';

/** The message for a failed sign-in at the issuer, and the code for the administrator. */
export interface IssuerProblem {
  text: string;
  /** the error code of the issuer, such as `invalid_scope`; null when there is none */
  code: string | null;
}

/** RFC 6749, section 4.1.2.1 and OpenID Connect Core 1.0, section 3.1.2.6; all other codes have a general message. */
const TEXTS: Readonly<Record<string, string>> = issuerErrorTexts.byCode;

/** Returns the message for a failed sign-in. @param error any error of a sign-in */
export function issuerProblem(error: unknown): IssuerProblem {
  if (error instanceof NoFlow) return { text: issuerErrorTexts.outdated, code: null };
  if (error instanceof ApiError) {
    const isUnexplained = error.code === 401 && !hasErrorCode(error, 'SECOND_FACTOR_MISSING');
    return { text: isUnexplained ? issuerErrorTexts.refused : error.message, code: null };
  }
  if (isNetworkError(error)) return { text: Messages.signInUnavailable, code: null };
  const code = codeOf(error);
  // The code was used or has expired, because the address was opened again.
  if (code === 'invalid_grant') return { text: issuerErrorTexts.outdated, code };
  return { text: (code !== null && TEXTS[code]) || issuerErrorTexts.failed, code };
}

/**
 * Returns whether the network failed: `fetch` then rejects with a TypeError without a code, while errors of the library
 * have a code.
 */
const isNetworkError = (error: unknown) =>
  (error instanceof TypeError && !('code' in error)) ||
  (error instanceof DOMException && error.name === 'TimeoutError');

/** Returns the error code if it has the form that the standards define, because an address can contain any text. */
function codeOf(error: unknown): string | null {
  const code = (error as { error?: unknown } | null)?.error;
  return typeof code === 'string' && /^[a-z_]{1,60}$/.test(code) ? code : null;
}
