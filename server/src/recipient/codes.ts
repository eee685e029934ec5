import { randomInt } from 'node:crypto';
import { CODE_DIGITS, CODE_MINUTES, isEmailAddress } from '@vault/contract';
import { Errors } from '../http/index.ts';
import type { LinkRow } from '../links/index.ts';
import { codeMail, queueMails } from '../mail/index.ts';
import { hashToken } from '../platform/tokens/index.ts';
import { keepCode, useCode } from './codes.queries.ts';
import type { VisitorParts } from './parts.ts';

/** C43 */
const MAX_TRIES = 5;

const hashOf = (link: LinkRow, email: string, code: string) => hashToken([link.id, email, code].join('\n'));
const isRecipient = ({ recipients }: LinkRow, email: string) =>
  recipients.some((address) => address.toLowerCase() === email);

/**
 * C43: mails a code to an address if it is a recipient. Whoever asks learns nothing of that: the answer is the same, and
 * the mail goes out by the job.
 * @throws E8, P13
 */
export async function sendCode(
  { database, clock, throttle, settings }: VisitorParts,
  link: LinkRow,
  { email: typed, address }: { email: string; address: string },
): Promise<void> {
  const email = typed.trim().toLowerCase();
  if (!isEmailAddress(email)) throw Errors.mailboxInvalid();
  // Every request counts, whoever it is for.
  await throttle.attempt({ kind: 'link-code-request', subject: link.id, address }, async () => null);
  if (!isRecipient(link, email)) return;
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const at = clock.now();
  const { recordId, id: linkId } = link;
  await database.transaction(async (tx) => {
    await keepCode(
      tx,
      { recordId, linkId, email },
      {
        codeHash: hashOf(link, email, code),
        minutes: CODE_MINUTES,
      },
    );
    const text = codeMail({ brand: settings.brand, code, minutes: CODE_MINUTES, linkName: link.name });
    const expiresAt = new Date(at.getTime() + CODE_MINUTES * 60_000);
    const mail = { ...text, recordId, linkId, senderName: null, recipients: [email], expiresAt };
    await queueMails(tx, [mail], at);
  });
}

/** Whether somebody has proven an address with its code; the code is used up. @returns the address, or null */
export async function proveAddress(
  { database }: Pick<VisitorParts, 'database'>,
  link: LinkRow,
  { email: typed, code }: { email: string; code: string },
): Promise<string | null> {
  const email = typed.trim().toLowerCase();
  const { recordId, id: linkId } = link;
  const isRight = await database.transaction((tx) =>
    useCode(
      tx,
      { recordId, linkId, email },
      {
        codeHash: hashOf(link, email, code.trim()),
        maxTries: MAX_TRIES,
      },
    ),
  );
  return isRight && isRecipient(link, email) ? email : null;
}
