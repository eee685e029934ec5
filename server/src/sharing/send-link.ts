import { announce } from '../events/index.ts';
import { Errors } from '../http/index.ts';
import { removeLink } from '../links/index.ts';
import { deliverNow, type MailParts, sendSoon, withdrawUnsent } from '../mail/index.ts';
import { type CreatedLink, createLink, type CreateParts, type WantedLink } from './create-link.ts';

type SendDeps = CreateParts & MailParts;

/** How long the caller waits for the first attempt; what has not gone out by then is left to the job. */
const FIRST_TRY_MS = 15_000;

/**
 * C25, C27: makes a link and mails it. The first attempt is waited for, so that a wrong mail server is reported at once.
 * A link whose mail may have gone out stays, and the result says so (SAFE-29).
 * @throws E-mail failed (500) when the mail surely reached no recipient: then there is no link either
 * @throws the database's error when the link could not be removed: then it may be there, and its mails wait
 */
export async function sendLink(deps: SendDeps, wanted: WantedLink): Promise<CreatedLink> {
  const link = await createLink(deps, wanted);
  const { sent, unconfirmed } = await deliverNow(deps, link.mailIds, FIRST_TRY_MS);
  if (sent + unconfirmed > 0) await sendCopySoon(deps, link);
  if (unconfirmed > 0) return { ...link, mailUnconfirmed: true };
  if (sent > 0) return link;
  if (await removeUnsent(deps, wanted.recordId, link)) throw Errors.mailFailed();
  return { ...link, mailUnconfirmed: true };
}

/**
 * USE-18: the copy is sent at once when the link has gone out, and not before, as it says so. Its job waits in the queue
 * since the link was made, so a failure here only delays it.
 */
async function sendCopySoon({ database, log }: SendDeps, { copyIds }: CreatedLink): Promise<void> {
  try {
    await database.transaction((tx) => sendSoon(tx, copyIds));
  } catch (error) {
    log.warn({ err: error, mails: copyIds }, 'Copy for the sharer not moved forward; its job sends it later');
  }
}

/**
 * Removes a link whose mails reached no recipient. Checked again under a lock: the job may have begun to send one since.
 * @returns whether it was removed
 */
async function removeUnsent({ database }: SendDeps, recordId: string, link: CreatedLink): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await withdrawUnsent(tx, { recordId, linkId: link.id }, link.mailIds))) return false;
    await removeLink(tx, { recordId, id: link.id });
    announce(tx, { recordId, type: 'links' });
    return true;
  });
}
