import type { Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import type { Throttle } from '../throttle/index.ts';
import { type OutgoingMail, type QueueDeps, queueMails } from './queue.ts';

export interface QuotaDeps extends QueueDeps {
  throttle: Throttle;
  settings: { mailPerHour: number };
}

interface AccountMails {
  /** id of the account that sends them */
  accountId: string;
  mails: readonly OutgoingMail[];
  at: Date;
  runAt?: Date;
}

/**
 * `queueMails` for mails that an account sends, within its limit (GUARD-23). A mail to several recipients counts once
 * for each.
 * @returns the ids, in the order of the mails
 * @throws 429 MAIL_LIMIT_REACHED; the transaction of the caller then queues nothing
 */
export async function queueMailsOf(
  { throttle, sealer, settings: { mailPerHour } }: QuotaDeps,
  tx: Transaction<DB>,
  { accountId, mails, at, runAt }: AccountMails,
): Promise<string[]> {
  const times = mails.reduce((sum, { recipients }) => sum + recipients.length, 0);
  if (times === 0) return [];
  if (times > mailPerHour) throw Errors.mailLimitReached(null);
  const retryAt = await throttle.countIn(tx, { kind: 'mail', account: accountId, max: mailPerHour, times });
  if (retryAt !== null) throw Errors.mailLimitReached(retryAt);
  return queueMails({ sealer }, tx, { mails, at, runAt });
}
