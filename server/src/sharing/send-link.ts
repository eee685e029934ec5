import { announce } from '../events/index.ts';
import { Errors } from '../http/index.ts';
import { removeLink } from '../links/index.ts';
import { deliverNow, type MailParts, withdrawMails } from '../mail/index.ts';
import { type CreatedLink, createLink, type CreateParts, type WantedLink } from './create-link.ts';

/** How long somebody waits for the first try; what has not gone out by then goes by the job. */
const FIRST_TRY_MS = 15_000;

/**
 * C25, C27: makes a link and mails it. Its first delivery is waited for, so that a wrong mail server is told at once.
 * @throws 500 when the mail reached nobody: then there is no link either
 */
export async function sendLink(parts: CreateParts & MailParts, wanted: WantedLink): Promise<CreatedLink> {
  const link = await createLink(parts, wanted);
  const { sent } = await deliverNow(parts, link.mailIds, FIRST_TRY_MS);
  if (sent > 0) return link;
  const { recordId } = wanted;
  await parts.database.transaction(async (tx) => {
    await withdrawMails(tx, { recordId, linkId: link.id });
    await removeLink(tx, { recordId, id: link.id });
    announce(tx, { recordId, type: 'links' });
  });
  throw Errors.mailFailed();
}
