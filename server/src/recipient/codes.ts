import { randomInt } from 'node:crypto';
import { CODE_DIGITS, CODE_MINUTES, CODE_TRIES, isEmailAddress } from '@vault/contract';
import { recordAudit } from '../audit/index.ts';
import { Errors } from '../http/index.ts';
import { linkEvent } from '../links/index.ts';
import { codeMail, queueMails } from '../mail/index.ts';
import { hashWithKey } from '../platform/tokens/index.ts';
import { deleteCode, storeCode, tryCode } from './codes.queries.ts';
import type { VisitorDeps } from './deps.ts';
import type { GuardedLink } from './gate.ts';

type CodeDeps = Pick<VisitorDeps, 'database' | 'secretKey'>;

/** A code has few values: a hash without a key would reveal it to a reader of the database (GUARD-06). */
const hashOf = ({ secretKey }: CodeDeps, link: GuardedLink, email: string, code: string) =>
  hashWithKey(secretKey.secretFor('access codes'), [link.id, email, code].join('\n'));
const isRecipient = ({ recipients }: GuardedLink, email: string) =>
  recipients.some((address) => address.toLowerCase() === email);

/**
 * C43: mails a code to an address if it is a recipient. For other addresses the reply is the same, so that it does not
 * reveal the recipients. A job sends the mail.
 * @param address the network address of the caller
 * @throws E8; P13 after too many requests for this recipient by any caller (GUARD-21), or from this network address
 */
export async function sendCode(
  deps: VisitorDeps,
  link: GuardedLink,
  { email: typed, address }: { email: string; address: string },
): Promise<void> {
  const { database, clock, throttle, settings } = deps;
  const email = typed.trim().toLowerCase();
  if (!isEmailAddress(email)) throw Errors.mailboxInvalid();
  // Requests for other addresses count too, so that the refusal does not reveal the recipients.
  await throttle.count({ kind: 'link-code-request', link: link.id, recipient: email, address });
  if (!isRecipient(link, email)) return;
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const at = clock.now();
  const { recordId, id: linkId } = link;
  await database.transaction(async (tx) => {
    await storeCode(
      tx,
      { recordId, linkId, email },
      {
        codeHash: hashOf(deps, link, email, code),
        minutes: CODE_MINUTES,
      },
    );
    const text = codeMail({ brand: settings.brand, code, minutes: CODE_MINUTES, linkName: link.name });
    const expiresAt = new Date(at.getTime() + CODE_MINUTES * 60_000);
    const mail = {
      ...text,
      recordId,
      linkId,
      senderName: settings.brand.name,
      recipients: [email],
      expiresAt,
    };
    await queueMails(deps, tx, { mails: [mail], at });
    await recordAudit(tx, { ...linkEvent('link.code', link), personal: { email } });
  });
}

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
  deps: CodeDeps,
  link: GuardedLink,
  { email, code, most = CODE_TRIES }: TypedCode & { most?: number },
): Promise<VerifiedAddress | null> {
  const { database } = deps;
  const owner = { recordId: link.recordId, linkId: link.id, email };
  const codeHash = hashOf(deps, link, email, code.trim());
  const isRight = await database.transaction((tx) => tryCode(tx, owner, { codeHash, maxTries: most }));
  if (!isRight || !isRecipient(link, email)) return null;
  return { email, useUp: () => database.transaction((tx) => deleteCode(tx, owner, codeHash)) };
}
