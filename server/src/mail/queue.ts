import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';
import { addJob, type JobContext, jobKind, task, type Task } from '../platform/jobs/index.ts';
import type { Sealer } from '../platform/tokens/index.ts';
import { type Body, sealBody } from './body.ts';
import { deliver, logExpired, type MailDeps } from './deliver.ts';
import { deleteLanguagesBefore } from './languages.queries.ts';
import {
  deleteMailsBefore,
  failMail,
  failExpired,
  insertMails,
  withdrawMailsOf,
  withdrawUnsentOf,
} from './mail.queries.ts';

/** A mail to send. */
export interface OutgoingMail extends Body {
  /** the record and the link of the mail; a deleted link sends no more mail */
  recordId: string | null;
  linkId: string | null;
  /**
   * id of the account that must be able to read the record when the mail is sent, because the mail names its documents
   * (GUARD-30); by default the mail depends on no account
   */
  readerId?: string | null;
  /** display name of the sender, a person or the brand, with the vault's address; null for none */
  senderName: string | null;
  /** address for replies (USE-43); the vault's address by default */
  replyTo?: string | null;
  /** visible to each other; at most 100 */
  recipients: readonly string[];
  /** contains no secret, because it is stored as it is */
  subject: string;
  /** time after which it is not sent */
  expiresAt: Date;
}

const mailId = z.object({ id: z.string() });
/** The pauses grow to six hours; their sum is more than a day. */
const MAX_ATTEMPTS = 14;
/** One job at a time: a mail server that does not answer must not block all workers. */
const SENDING = jobKind('send-mail', mailId, { queue: 'mail', maxAttempts: MAX_ATTEMPTS });
/** Not in the queue 'mail', because a user waits for it. */
const SENDING_SOON = jobKind('send-mail-soon', mailId, { maxAttempts: MAX_ATTEMPTS });
const TIDY_MAILS = jobKind('tidy-mails', z.looseObject({}));

const SOON_MS = 3_600_000;
const RETENTION_MS = 30 * 86_400_000;
const LANGUAGE_RETENTION_MS = 365 * 86_400_000;

/** A later job of the same mail replaces one that still waits. */
const jobKeyOf = (id: string) => `send-mail ${id}`;

export interface QueueDeps {
  /** seals the texts of waiting mails (GUARD-06) */
  sealer: Sealer;
}

interface QueuedMails {
  mails: readonly OutgoingMail[];
  /** the current time */
  at: Date;
  /** earliest start of the job; a caller of `deliverNow` gives a time after the end of that call */
  runAt?: Date | undefined;
}

/**
 * Adds mails to the outbox in the caller's transaction: they are sent only when it commits.
 * @returns the ids, in the order of the mails
 */
export async function queueMails(
  deps: QueueDeps,
  tx: Transaction<DB>,
  { mails, at, runAt }: QueuedMails,
): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = mails.map((mail) => ({ ...storable(deps, mail), id: newId('mai') }));
  await insertMails(tx, rows, at);
  for (const { id, expiresAt } of rows) {
    const kind = expiresAt.getTime() - at.getTime() <= SOON_MS ? SENDING_SOON : SENDING;
    await addJob(tx, kind, { id }, { jobKey: jobKeyOf(id), ...(runAt === undefined ? {} : { runAt }) });
  }
  return rows.map(({ id }) => id);
}

/** Starts the jobs of queued mails now, in the caller's transaction. */
export async function sendSoon(tx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await addJob(tx, SENDING_SOON, { id }, { jobKey: jobKeyOf(id) });
  }
}

/** PostgreSQL text cannot contain NUL. */
function storable(
  { sealer }: QueueDeps,
  { replyTo = null, readerId = null, text, html, ...mail }: OutgoingMail,
) {
  const clean = (value: string) => value.replaceAll('\0', '');
  return {
    ...mail,
    readerId,
    senderName: mail.senderName === null ? null : clean(mail.senderName),
    replyTo: replyTo === null ? null : clean(replyTo),
    recipients: mail.recipients.map(clean),
    subject: clean(mail.subject),
    bodySealed: sealBody(sealer, { text: clean(text), html: clean(html) }),
  };
}

/** Withdraws the mails of a link that were not sent yet, in the caller's transaction. */
export async function withdrawMails(
  tx: Transaction<DB>,
  link: { recordId: string; linkId: string },
): Promise<void> {
  await withdrawMailsOf(tx, link);
}

/**
 * Withdraws the mails of a link in the caller's transaction, unless one of the given mails may have been sent.
 * @param ids the mails to check; the other mails of the link are withdrawn with them
 * @returns true when they were withdrawn; then no recipient of them gets the link
 */
export async function withdrawUnsent(
  tx: Transaction<DB>,
  link: { recordId: string; linkId: string },
  ids: readonly string[],
): Promise<boolean> {
  return withdrawUnsentOf(tx, link, ids);
}

async function sendMail(
  deps: MailDeps,
  { id }: z.infer<typeof mailId>,
  { attempt, signal }: JobContext,
): Promise<void> {
  // A server that shuts down starts no mail, but completes the current one: an aborted mail may have been delivered.
  signal.throwIfAborted();
  const outcome = await deliver(deps, id);
  if (outcome.is === 'over') return;
  const reason = outcome.is === 'taken' ? 'another worker has it at this moment' : outcome.reason;
  // The error makes the queue retry later.
  if (attempt < MAX_ATTEMPTS) throw new Error(`the mail ${id} is not sent yet: ${reason}`);
  const settled = await failMail(deps.database.kysely, id, reason);
  if (settled === null) {
    deps.log.error(
      { mail: id, reason },
      'Result of the last send attempt unknown; the mail gets its final state when it expires',
    );
  } else {
    const { state } = settled;
    deps.log.error({ mail: id, state, reason }, 'Mail not sent after the last attempt; not retried');
  }
}

/** Settles expired mails without a job and deletes old mails. */
async function tidyMails({ database, clock, log }: MailDeps): Promise<void> {
  const now = clock.now();
  for (const expired of await failExpired(database.kysely, now)) logExpired(log, expired);
  await deleteMailsBefore(database.kysely, new Date(now.getTime() - RETENTION_MS));
  await deleteLanguagesBefore(database.kysely, new Date(now.getTime() - LANGUAGE_RETENTION_MS));
}

/**
 * The jobs of the outbox. Two kinds send mails. An hourly job gives expired mails their final state, and deletes mails
 * after 30 days and languages after a year.
 */
export function mailTasks(deps: MailDeps): { tasks: Task[]; crontab: string[] } {
  return {
    tasks: [
      task(SENDING, (payload, context) => sendMail(deps, payload, context)),
      task(SENDING_SOON, (payload, context) => sendMail(deps, payload, context)),
      task(TIDY_MAILS, () => tidyMails(deps)),
    ],
    crontab: [`17 * * * * ${TIDY_MAILS.name}`],
  };
}
