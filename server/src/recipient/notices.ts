import type { Transaction } from 'kysely';
import * as z from 'zod';
import { linkDetailsAddress } from '../links/index.ts';
import {
  type Brand,
  guessedMail,
  openedMail,
  type QueueDeps,
  queueMails,
  uploadedMail,
} from '../mail/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { addJob, jobKind } from '../platform/jobs/index.ts';
import type { Throttle } from '../throttle/index.ts';
import type { GuardedLink } from './gate.ts';
import type { Visit } from './gate.queries.ts';
import { addressOf, claimBatch, linkToNotify } from './notices.queries.ts';

/** A notice that is not sent within this time is dropped. */
const NOTICE_MS = 86_400_000;
/** A batch ends when no file was submitted for this time. */
const BATCH_MS = 10_000;
const MAX_NAMES = 50;

const visitSchema = z.object({ visitId: z.string() });
export const SUBMISSION_NOTICE = jobKind('send-submission-notice', visitSchema);
/** The former name of the job: an upgrade can find jobs with it in the queue. */
export const FORMER_SUBMISSION_NOTICE = jobKind('tell-handed-in', visitSchema);

interface Opening {
  link: GuardedLink;
  visit: Visit;
  at: Date;
  brand: Brand;
  webBase: string;
}

/**
 * RECIP-10: queues one mail to the sharer for each visit of a share, in the caller's transaction. Of more than 60 in an
 * hour the sharer gets no mail; the views of the link show them.
 */
export async function queueOpenedNotice(
  deps: QueueDeps & { throttle: Throttle },
  tx: Transaction<DB>,
  { link, visit, at, brand, webBase }: Opening,
): Promise<void> {
  // The sharer of a request is notified of submissions, not of visits.
  if (!link.notify || link.kind === 'REQUEST') return;
  if ((await deps.throttle.countIn(tx, { kind: 'link-notice', link: link.id })) !== null) return;
  const recordUrl = `${webBase}/vault?record=${link.recordId}&tab=2`;
  const text = openedMail({ brand, linkName: link.name, who: visit.email, at, recordUrl });
  await queueNotice(deps, tx, { ...text, brand, link, at });
}

/** RECIP-10: schedules the notice for the next pause of the visit, in the transaction that stores its files. */
export async function scheduleSubmissionNotice(
  tx: Transaction<DB>,
  visitId: string,
  now: Date,
): Promise<void> {
  await addNoticeJob(tx, visitId, new Date(now.getTime() + BATCH_MS));
}

const addNoticeJob = (tx: Transaction<DB>, visitId: string, runAt: Date): Promise<void> =>
  addJob(tx, SUBMISSION_NOTICE, { visitId }, { jobKey: `${SUBMISSION_NOTICE.name} ${visitId}`, runAt });

/**
 * GUARD-21: one mail a day to the sharer of a link that has refused guesses because it had too many, with or without
 * `notify`.
 * @param webBase origin of the vault for the sharer
 */
export async function queueGuessNotice(
  { database, clock, throttle, sealer, settings: { brand } }: NoticeDeps,
  link: GuardedLink,
  webBase: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    if ((await throttle.countIn(tx, { kind: 'link-guess-notice', link: link.id })) !== null) return;
    const at = clock.now();
    const detailsUrl = linkDetailsAddress(webBase, link);
    const isPassword = link.isPublic;
    await queueNotice({ sealer }, tx, {
      ...guessedMail({ brand, linkName: link.name, isPassword, at, detailsUrl }),
      brand,
      link,
      at,
    });
  });
}

export interface NoticeDeps extends QueueDeps {
  database: Database;
  clock: Clock;
  throttle: Throttle;
  settings: { brand: Brand };
}

/**
 * Notifies the sharer of the files of a visit since the last notice, if the link has `notify`. After 60 notices in an
 * hour the next one waits.
 */
export async function sendSubmissionNotice(
  { database, clock, throttle, sealer, settings: { brand } }: NoticeDeps,
  visitId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const link = await linkToNotify(tx, visitId);
    if (link === null) return;
    const nextAt = await throttle.countIn(tx, { kind: 'link-notice', link });
    if (nextAt !== null) return addNoticeJob(tx, visitId, nextAt);
    const batch = await claimBatch(tx, visitId, MAX_NAMES);
    if (batch === null) return;
    const { linkName, email: who, givenAs, files, total, last, recordId, linkId, createdById } = batch;
    const text = uploadedMail({ brand, linkName, who, givenAs, files, total, at: last });
    const sharedLink = { recordId, id: linkId, createdById };
    await queueNotice({ sealer }, tx, { ...text, brand, link: sharedLink, at: clock.now() });
  });
}

interface Notice {
  subject: string;
  text: string;
  html: string;
  brand: Brand;
  link: Pick<GuardedLink, 'recordId' | 'id' | 'createdById'>;
  at: Date;
}

async function queueNotice(
  deps: QueueDeps,
  tx: Transaction<DB>,
  { brand, link, at, ...text }: Notice,
): Promise<void> {
  const to = await addressOf(tx, link.createdById);
  if (to === null) return;
  const expiresAt = new Date(at.getTime() + NOTICE_MS);
  // A notice describes a past event: it is sent also when the link has been deleted.
  const mail = {
    ...text,
    recordId: link.recordId,
    linkId: null,
    // GUARD-30: it contains names of files and of people.
    readerId: link.createdById,
    senderName: brand.name,
    recipients: [to],
    expiresAt,
  };
  await queueMails(deps, tx, { mails: [mail], at });
}
