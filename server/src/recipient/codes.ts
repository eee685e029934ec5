import { CODE_TRIES } from '@vault/contract';
import type { SecretKey } from '../platform/secrets/index.ts';
import { hashWithKey } from '../platform/tokens/index.ts';
import { type CodeOwner, deleteCode, tryCode } from './codes.queries.ts';
import type { VisitorDeps } from './deps.ts';
import type { GuardedLink } from './gate.ts';

/** A code has few values: a hash without a key would reveal it to a reader of the database (GUARD-06). */
export const codeHashOf = (secretKey: SecretKey, { linkId, email }: CodeOwner, code: string): Buffer =>
  hashWithKey(secretKey.secretFor('access codes'), [linkId, email, code].join('\n'));

/** @param email in lower case */
export const isRecipient = ({ recipients }: Pick<GuardedLink, 'recipients'>, email: string): boolean =>
  recipients.some((address) => address.toLowerCase() === email);

/** A right code that has not been used yet. */
export interface VerifiedAddress {
  email: string;
  /**
   * Makes the code invalid.
   * @returns false when another call was first
   */
  useUp: () => Promise<boolean>;
}

/** A typed code, and the address for which it was typed, in lower case. */
export interface TypedCode {
  email: string;
  code: string;
}

/**
 * Checks the code of a recipient (C44). Wrong tries count for the code, and five of them invalidate it.
 * @param most wrong tries of a code that is still accepted, plus one; 1 for a code that was never tried
 * @returns null for a wrong code
 */
export async function verifyAddress(
  { database, secretKey }: Pick<VisitorDeps, 'database' | 'secretKey'>,
  link: GuardedLink,
  { email, code, most = CODE_TRIES }: TypedCode & { most?: number },
): Promise<VerifiedAddress | null> {
  const owner = { recordId: link.recordId, linkId: link.id, email };
  const codeHash = codeHashOf(secretKey, owner, code.trim());
  const isRight = await database.transaction((tx) => tryCode(tx, owner, { codeHash, maxTries: most }));
  if (!isRight || !isRecipient(link, email)) return null;
  return { email, useUp: () => database.transaction((tx) => deleteCode(tx, owner, codeHash)) };
}
