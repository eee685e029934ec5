import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { DB } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';
import { addJob, type JobContext, jobKind, task, type Task } from '../platform/jobs/index.ts';
import { deliver, logExpired, type MailParts } from './deliver.ts';
import { deleteLanguagesBefore } from './languages.queries.ts';
import {
  deleteMailsBefore,
  giveUp,
  giveUpExpired,
  insertMails,
  withdrawMailsOf,
  withdrawUnsentOf,
} from './mail.queries.ts';

/** A mail to be sent. */
export interface OutgoingMail {
  /** the record and the link it tells of; a deleted link sends no more mail */
  recordId: string | null;
  linkId: string | null;
  /** the name beside the vault's own address: of the person, or of the brand; null: none */
  senderName: string | null;
  /** where answers go (USE-43); absent: to the vault's own address */
  replyTo?: string | null;
  /** they see each other; at most 100 */
  recipients: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** when it is of no use any more */
  expiresAt: Date;
}

const mailId = z.object({ id: z.string() });
/** The pauses grow to six hours; together they are more than a day. */
const MAX_ATTEMPTS = 14;
/** One after the other: a mail server that does not answer must not hold all workers. */
const SENDING = jobKind('send-mail', mailId, { queue: 'mail', maxAttempts: MAX_ATTEMPTS });
/** Somebody waits for it, so it overtakes. */
const SENDING_SOON = jobKind('send-mail-soon', mailId, { maxAttempts: MAX_ATTEMPTS });
const TIDYING = jobKind('tidy-mails', z.looseObject({}));

const SOON_MS = 3_600_000;
const KEPT_MS = 30 * 86_400_000;
const LANGUAGES_KEPT_MS = 365 * 86_400_000;

/** A later job of the same mail takes the place of one that still waits. */
const jobKeyOf = (id: string) => `send-mail ${id}`;

/**
 * Puts mails into the outbox, as part of the caller's transaction: they are sent when that commits, and never otherwise.
 * @param at the time now
 * @param options.runAt when the job may begin; give a time after that of `deliverNow` where that is called
 * @returns the ids, in the order of the mails
 */
export async function queueMails(
  tx: Kysely<DB>,
  mails: readonly OutgoingMail[],
  at: Date,
  { runAt }: { runAt?: Date } = {},
): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = mails.map((mail) => ({ ...storable(mail), id: newId('mai') }));
  await insertMails(tx, rows, at);
  for (const { id, expiresAt } of rows) {
    const kind = expiresAt.getTime() - at.getTime() <= SOON_MS ? SENDING_SOON : SENDING;
    await addJob(tx, kind, { id }, { jobKey: jobKeyOf(id), ...(runAt === undefined ? {} : { runAt }) });
  }
  return rows.map(({ id }) => id);
}

/** Lets the job of mails in the outbox begin now, in the caller's transaction. */
export async function sendSoon(tx: Kysely<DB>, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await addJob(tx, SENDING_SOON, { id }, { jobKey: jobKeyOf(id) });
  }
}

/** PostgreSQL takes no NUL. */
function storable({ replyTo = null, ...mail }: OutgoingMail) {
  const clean = (text: string) => text.replaceAll('\0', '');
  return {
    ...mail,
    senderName: mail.senderName === null ? null : clean(mail.senderName),
    replyTo: replyTo === null ? null : clean(replyTo),
    recipients: mail.recipients.map(clean),
    subject: clean(mail.subject),
    text: clean(mail.text),
    html: clean(mail.html),
  };
}

/** Withdraws the mails of a link that have not gone out yet, as part of the caller's transaction. */
export async function withdrawMails(
  tx: Kysely<DB>,
  link: { recordId: string; linkId: string },
): Promise<void> {
  await withdrawMailsOf(tx, link);
}

/**
 * Withdraws the mails of a link, as part of the caller's transaction, unless one of them may have gone out.
 * @param ids the mails that count; the others of the link are withdrawn with them
 * @returns whether they were withdrawn; then no recipient of them has the link, now or later
 */
export async function withdrawUnsent(
  tx: Kysely<DB>,
  link: { recordId: string; linkId: string },
  ids: readonly string[],
): Promise<boolean> {
  return withdrawUnsentOf(tx, link, ids);
}

async function sendMail(
  parts: MailParts,
  { id }: z.infer<typeof mailId>,
  { attempt, signal }: JobContext,
): Promise<void> {
  // A server that stops begins no mail, but ends what it has begun: a broken off one may have arrived.
  signal.throwIfAborted();
  const outcome = await deliver(parts, id);
  if (outcome.is === 'over') return;
  const reason = outcome.is === 'taken' ? 'another worker has it at this moment' : outcome.reason;
  // Thrown, so that the queue tries again later.
  if (attempt < MAX_ATTEMPTS) throw new Error(`the mail ${id} is not sent yet: ${reason}`);
  const settled = await giveUp(parts.database.kysely, id, reason);
  if (settled === null) {
    parts.log.error(
      { mail: id, reason },
      'Outcome of the last attempt unknown; settled when the mail expires',
    );
  } else {
    const { state } = settled;
    parts.log.error({ mail: id, state, reason }, 'Mail given up after the last attempt; not tried again');
  }
}

/** Settles the mails that expired while no job had them, and removes the old ones. */
async function tidyMails({ database, clock, log }: MailParts): Promise<void> {
  const now = clock.now();
  for (const expired of await giveUpExpired(database.kysely, now)) logExpired(log, expired);
  await deleteMailsBefore(database.kysely, new Date(now.getTime() - KEPT_MS));
  await deleteLanguagesBefore(database.kysely, new Date(now.getTime() - LANGUAGES_KEPT_MS));
}

/** The jobs of the outbox: sending, and each hour the end of mails that expired or are older than 30 days. */
export function mailTasks(parts: MailParts): { tasks: Task[]; crontab: string[] } {
  return {
    tasks: [
      task(SENDING, (payload, context) => sendMail(parts, payload, context)),
      task(SENDING_SOON, (payload, context) => sendMail(parts, payload, context)),
      task(TIDYING, () => tidyMails(parts)),
    ],
    crontab: [`17 * * * * ${TIDYING.name}`],
  };
}
