import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { type Delivery, type Mailer, MailUnavailable } from '../platform/mail/index.ts';
import { countArrived, giveBack, giveUp, isWaiting, type TakenMail, takeMail } from './mail.queries.ts';

export interface MailParts {
  database: Database;
  mailer: Mailer;
  log: Log;
  clock: Clock;
}

/** The longest that a mail is in the works, and when others may take it because whoever had it is gone. */
const SEND_LIMIT_MS = 60_000;
const TAKEN_SECONDS = 90;

/** 'left': some recipients are left for later; 'taken': another worker has it; 'over': there is nothing more to do. */
type Outcome = { is: 'left'; reason: string } | { is: 'taken' } | { is: 'over' };

/**
 * Tries once to send a mail to those who have not got it yet. By one worker at a time: nobody gets it twice, unless the
 * server is killed between the mail server's answer and the note of it.
 */
export async function deliver(parts: MailParts, id: string, signal?: AbortSignal): Promise<Outcome> {
  const { database, clock, log } = parts;
  if (await giveUp(database.kysely, id, { reason: 'too late', expiredAt: clock.now() })) {
    log.warn({ mail: id }, 'a mail could not be sent in time and is of no use any more');
    return { is: 'over' };
  }
  const mail = await takeMail(database.kysely, id, TAKEN_SECONDS);
  if (mail === null) return { is: (await isWaiting(database.kysely, id)) ? 'taken' : 'over' };
  const { accepted, refused } = await send(parts, mail, signal);
  for (const { address, reason } of refused.filter(({ isFinal }) => isFinal)) {
    log.warn({ mail: id, address, reason }, 'a recipient of a mail was refused for good');
  }
  const later = refused.filter(({ isFinal }) => !isFinal);
  const reason = (later[0] ?? refused[0])?.reason ?? null;
  const left = later.map(({ address }) => address);
  await giveBack(database.kysely, mail, { left, hasArrived: accepted.length > 0, reason }, clock.now());
  return left.length > 0 ? { is: 'left', reason: reason ?? 'refused for now' } : { is: 'over' };
}

/** A server that cannot be reached has refused everybody for now. */
async function send({ mailer, log }: MailParts, mail: TakenMail, signal?: AbortSignal): Promise<Delivery> {
  const limit = AbortSignal.timeout(SEND_LIMIT_MS);
  const { id, recipients, senderName, subject, text, html } = mail;
  try {
    return await mailer.send(
      { id, to: recipients, from: { name: senderName }, subject, text, html },
      { signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) },
    );
  } catch (error) {
    // Anything else is a full disk of the outbox, or a mistake of ours; neither may lose the mail.
    if (!(error instanceof MailUnavailable)) log.error({ err: error, mail: id }, 'a mail could not be sent');
    const reason = error instanceof Error ? error.message : String(error);
    return { accepted: [], refused: recipients.map((address) => ({ address, reason, isFinal: false })) };
  }
}

const AT_ONCE = 4;
const LOOK_AGAIN_MS = 100;

/**
 * The first attempt at mails whose sender waits for it; call it after the transaction of `queueMails`. What does not go
 * through stays waiting for the job.
 * @param timeoutMs after which the attempts are broken off
 * @returns in mails: `sent` those that somebody got, `failed` the others
 */
export async function deliverNow(
  parts: MailParts,
  ids: readonly string[],
  timeoutMs: number,
): Promise<{ sent: number; failed: number }> {
  const signal = AbortSignal.timeout(timeoutMs);
  const waiting = [...ids];
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      await deliverOrWait(parts, id, signal);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, worker));
  const sent = await countArrived(parts.database.kysely, ids);
  return { sent, failed: ids.length - sent };
}

/** When the job has the mail at this moment, what counts is what becomes of it there. */
async function deliverOrWait(parts: MailParts, id: string, signal: AbortSignal): Promise<void> {
  while ((await deliver(parts, id, signal)).is === 'taken' && !signal.aborted) await sleep(LOOK_AGAIN_MS);
}
