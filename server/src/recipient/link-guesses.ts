import { LINK_CHECKS, TooManyAttempts } from '../throttle/index.ts';
import { type TypedCode, verifyAddress, type VerifiedAddress } from './codes.ts';
import type { VisitorDeps } from './deps.ts';
import type { GuardedLink } from './gate.ts';
import { queueGuessNotice } from './notices.ts';

/** A link, and what a guess at it needs to know about the caller. */
export interface GuessedLink {
  link: GuardedLink;
  /** network address of the caller */
  address: string;
  /** origin of the vault for the sharer */
  webBase: string;
}

/**
 * Checks the password of a link for anyone, within the limits of GUARD-21.
 * @param check returns null for a wrong password
 * @throws P13
 */
export async function guessPassword(
  deps: VisitorDeps,
  { link, address, webBase }: GuessedLink,
  check: () => Promise<true | null>,
): Promise<true | null> {
  try {
    return await deps.throttle.attempt({ kind: 'link-password', link: link.id, address }, check);
  } catch (error) {
    if (isLinkFull(error)) await notifySharer(deps, { link, webBase }, error);
    throw error;
  }
}

/**
 * Checks the code of a recipient within the limits of GUARD-21. A code for an address that is not a recipient counts in
 * the same way, so that no refusal reveals the recipients. When the link has too many guesses, a code that was mailed
 * and never tried is still checked, so that guesses of others never lock out a recipient (USE-06); a wrong one is
 * refused like every other.
 * @returns null for a wrong code
 * @throws P13
 */
export async function guessCode(
  deps: VisitorDeps,
  { link, webBase }: Omit<GuessedLink, 'address'>,
  typed: TypedCode,
): Promise<VerifiedAddress | null> {
  const guess = { kind: 'link-code' as const, link: link.id, recipient: typed.email };
  try {
    return await deps.throttle.attempt(guess, () => verifyAddress(deps, link, typed));
  } catch (error) {
    if (!isLinkFull(error)) throw error;
    await notifySharer(deps, { link, webBase }, error);
    const verified = await verifyAddress(deps, link, { ...typed, most: 1 });
    if (verified === null) throw error;
    return verified;
  }
}

const isLinkFull = (error: unknown): error is TooManyAttempts =>
  error instanceof TooManyAttempts && error.rateLimit === LINK_CHECKS.name;

async function notifySharer(
  deps: VisitorDeps,
  { link, webBase }: Omit<GuessedLink, 'address'>,
  { isRepeated }: TooManyAttempts,
): Promise<void> {
  if (!isRepeated) await queueGuessNotice(deps, link, webBase);
}
