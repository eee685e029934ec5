import { randomInt } from 'node:crypto';
import { CODE_DIGITS, CODE_MINUTES, isEmailAddress } from '@vault/contract';
import * as z from 'zod';
import { recordAudit } from '../audit/index.ts';
import { Errors } from '../http/index.ts';
import { linkById, linkEvent, rightsInForce } from '../links/index.ts';
import { codeMail, queueMails } from '../mail/index.ts';
import { addJob, jobKind } from '../platform/jobs/index.ts';
import { storeCode } from './codes.queries.ts';
import { codeHashOf, isRecipient } from './codes.ts';
import type { VisitorDeps } from './deps.ts';
import type { GuardedLink } from './gate.ts';

export const MAIL_CODE = jobKind(
  'mail-access-code',
  z.object({ recordId: z.string(), linkId: z.string(), email: z.string(), requestedAt: z.iso.datetime() }),
);

/**
 * C43: has a code mailed to an address if it is a recipient. A job makes the code, so that the reply and its time are
 * the same for every address, and do not reveal the recipients (GUARD-21).
 * @param address the network address of the caller
 * @throws E8; P13 after too many requests for this address by any caller, or from this network address
 */
export async function requestCode(
  { database, clock, throttle }: Pick<VisitorDeps, 'database' | 'clock' | 'throttle'>,
  link: GuardedLink,
  { email: typed, address }: { email: string; address: string },
): Promise<void> {
  const email = typed.trim().toLowerCase();
  if (!isEmailAddress(email)) throw Errors.mailboxInvalid();
  await throttle.count({ kind: 'link-code-request', link: link.id, recipient: email, address });
  const { recordId, id: linkId } = link;
  const payload = { recordId, linkId, email, requestedAt: clock.now().toISOString() };
  const outcome = isRecipient(link, email) ? 'success' : 'refused';
  await database.transaction(async (tx) => {
    await addJob(tx, MAIL_CODE, payload, { jobKey: `${MAIL_CODE.name} ${linkId} ${email}` });
    await recordAudit(tx, { ...linkEvent('link.code', link), outcome, personal: { email } });
  });
}

export type CodeMailDeps = Pick<VisitorDeps, 'database' | 'clock' | 'secretKey' | 'sealer'> & {
  settings: Pick<VisitorDeps['settings'], 'brand'>;
};

const VALID_MS = CODE_MINUTES * 60_000;

/**
 * Makes a code and queues its mail in one transaction, so that a repeated job replaces the code that it made before. An
 * address that is not a recipient gets a code as well, but no mail: a wrong guess then takes the same time for every
 * address for which a code was requested. It does nothing when the request is older than a code is valid, when the link
 * has ended, and when the link needs no code.
 */
export async function mailCode(
  deps: CodeMailDeps,
  { requestedAt, ...owner }: z.infer<typeof MAIL_CODE.payload>,
): Promise<void> {
  const { database, clock, secretKey, settings } = deps;
  const at = clock.now();
  if (at.getTime() - new Date(requestedAt).getTime() > VALID_MS) return;
  const link = await linkById(database.kysely, owner.recordId, owner.linkId);
  if (link?.status !== 'Active' || link.isPublic || rightsInForce(link).length === 0) return;
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  await database.transaction(async (tx) => {
    const codeHash = codeHashOf(secretKey, owner, code);
    await storeCode(tx, owner, { codeHash, minutes: CODE_MINUTES });
    if (!isRecipient(link, owner.email)) return;
    const mail = {
      ...codeMail({ brand: settings.brand, code, minutes: CODE_MINUTES, linkName: link.name }),
      recordId: owner.recordId,
      linkId: owner.linkId,
      senderName: settings.brand.name,
      recipients: [owner.email],
      expiresAt: new Date(at.getTime() + VALID_MS),
    };
    await queueMails(deps, tx, { mails: [mail], at });
  });
}
