import { recordAudit } from '../audit/index.ts';
import { announce } from '../events/index.ts';
import { Errors } from '../http/index.ts';
import { removeLink } from '../links/index.ts';
import { deliverNow, type MailDeps, sendSoon, withdrawUnsent } from '../mail/index.ts';
import { type CreatedLink, createLink, type CreateDeps, type WantedLink } from './create-link.ts';

type SendDeps = CreateDeps & MailDeps;

/** Maximum wait of the caller for the first attempt in ms; the job sends the remaining mails. */
const FIRST_TRY_MS = 15_000;

/**
 * C25, C27: creates a link and mails it. The first attempt is awaited, so that a wrong mail server is reported
 * immediately. A link whose mail may have been sent remains, and the result says so (SAFE-29).
 * @throws E-mail failed (500) when the mail certainly reached no recipient; then the link is removed
 * @throws the database error when the link could not be removed; then the link can exist and its mails wait
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
 * USE-18: sends the sharer's copy after the mails of the link, because the copy says that they were sent. The job of
 * the copy is queued when the link is created, so a failure here only delays the copy.
 */
async function sendCopySoon({ database, log }: SendDeps, { copyIds }: CreatedLink): Promise<void> {
  try {
    await database.transaction((tx) => sendSoon(tx, copyIds));
  } catch (error) {
    log.warn(
      { err: error, mails: copyIds },
      "Sender's copy not rescheduled; its job sends it up to 30 s later",
    );
  }
}

/**
 * Removes a link whose mails reached no recipient. The state is checked again under a lock, because the job may have
 * started to send a mail.
 * @returns true when it was removed
 */
async function removeUnsent({ database }: SendDeps, recordId: string, link: CreatedLink): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await withdrawUnsent(tx, { recordId, linkId: link.id }, link.mailIds))) return false;
    await removeLink(tx, { recordId, id: link.id });
    const object = { kind: 'link', id: link.id, name: link.name } as const;
    const details = { reason: 'mail failed' };
    await recordAudit(tx, { action: 'link.end', recordId, linkId: link.id, object, details });
    announce(tx, { recordId, type: 'links' });
    return true;
  });
}
