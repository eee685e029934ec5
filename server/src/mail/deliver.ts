import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { type Delivery, MAIL_LIMIT_MS, type Mailer, MailUnavailable } from '../platform/mail/index.ts';
import type { Sealer } from '../platform/tokens/index.ts';
import { type Body, openBody } from './body.ts';
import {
  deliveryStates,
  type AttemptResult,
  storeAttempt,
  failExpired,
  isWaiting,
  type SettledMail,
  type ClaimedMail,
  claimMail,
  withdrawWithoutReader,
} from './mail.queries.ts';

export interface MailDeps {
  sealer: Sealer;
  database: Database;
  mailer: Mailer;
  log: Log;
  clock: Clock;
}

/** Time after which other workers can claim a mail for which no result was stored. */
const CLAIM_SECONDS = MAIL_LIMIT_MS / 1000 + 30;

/**
 * The result of one attempt: 'sent': some recipients have the mail; 'unconfirmed': some may have it, because the reply
 * of the mail server was lost; 'unsent': it reached no recipient in this attempt.
 */
type Reached = 'sent' | 'unconfirmed' | 'unsent';

/**
 * How an attempt ended. 'over': nothing is left to do; 'left': some recipients are left for a later attempt; 'taken':
 * another worker has the mail; 'unstored': the mail was handed over, but the database did not store the outcome.
 */
type Outcome = { reached: Reached } & (
  | { is: 'over' }
  | { is: 'taken' }
  | { is: 'left' | 'unstored'; reason: string }
);

/**
 * Makes one attempt to send a mail to its remaining recipients; only one worker at a time sends it. A recipient gets it
 * twice only when the first outcome is unknown (SAFE-29); both mails then have the same Message-ID.
 */
export async function deliver(deps: MailDeps, id: string, signal?: AbortSignal): Promise<Outcome> {
  const { database, clock, log } = deps;
  const [expired] = await failExpired(database.kysely, clock.now(), id);
  if (expired !== undefined) {
    logExpired(log, expired);
    return { is: 'over', reached: 'unsent' };
  }
  if (await withdrawWithoutReader(database.kysely, id)) {
    log.info({ mail: id }, 'Mail withdrawn: its recipient has no right to read the record any more');
    return { is: 'over', reached: 'unsent' };
  }
  const mail = await claimMail(database.kysely, id, CLAIM_SECONDS);
  if (mail === null) {
    return { is: (await isWaiting(database.kysely, id)) ? 'taken' : 'over', reached: 'unsent' };
  }
  const delivery = await send(deps, mail, signal);
  const reached = reachedBy(delivery);
  logProblems(deps, id, delivery);
  const result = resultOf(delivery);
  try {
    await store(deps, mail, result);
  } catch (error) {
    log.error({ err: error, mail: id, reached }, 'Outcome of a mail not stored; it is sent again later');
    return { is: 'unstored', reached, reason: 'its outcome could not be stored' };
  }
  if (result.left.length === 0) return { is: 'over', reached };
  return { is: 'left', reached, reason: result.reason ?? 'refused for now' };
}

export function logExpired(log: Log, { id, state }: SettledMail): void {
  log.warn({ mail: id, state }, 'Mail expired before it was sent to all recipients; not retried');
}

function reachedBy({ accepted, unconfirmed }: Delivery): Reached {
  if (accepted.length > 0) return 'sent';
  return unconfirmed.length > 0 ? 'unconfirmed' : 'unsent';
}

function resultOf({ accepted, refused, unconfirmed }: Delivery): AttemptResult {
  const later = [...unconfirmed, ...refused.filter(({ isFinal }) => !isFinal)];
  return {
    left: later.map(({ address }) => address),
    accepted,
    unconfirmed: unconfirmed.map(({ address }) => address),
    reason: (later[0] ?? refused[0])?.reason ?? null,
  };
}

/** Makes two attempts: if only the answer of the database was lost, the second changes nothing and succeeds. */
async function store({ database, clock }: MailDeps, mail: ClaimedMail, result: AttemptResult): Promise<void> {
  const now = clock.now();
  try {
    await storeAttempt(database.kysely, mail, result, now);
  } catch {
    await storeAttempt(database.kysely, mail, result, now);
  }
}

function logProblems({ log }: MailDeps, id: string, { refused, unconfirmed }: Delivery): void {
  for (const { address, reason } of refused.filter(({ isFinal }) => isFinal)) {
    log.warn({ mail: id, address, reason }, 'Recipient of a mail refused permanently; not retried');
  }
  const [first] = unconfirmed;
  if (first === undefined) return;
  const { reason } = first;
  log.warn(
    { mail: id, recipients: unconfirmed.length, reason },
    'Mail not confirmed; it is sent again later',
  );
}

/** When the server cannot be reached, all recipients count as temporarily refused. */
async function send(deps: MailDeps, mail: ClaimedMail, signal?: AbortSignal): Promise<Delivery> {
  const { mailer, log } = deps;
  const { id, recipients, senderName, replyTo, subject } = mail;
  const body = bodyOf(deps, mail);
  if (body === null) return refusedForNow(recipients, 'its text cannot be opened with the secret key');
  const message = { id, to: recipients, from: { name: senderName }, replyTo, subject, ...body };
  try {
    return await mailer.send(message, signal === undefined ? {} : { signal });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof MailUnavailable) {
      log.warn({ mail: id, reason }, 'Mail not sent; retrying later');
      return refusedForNow(recipients, reason);
    }
    // A defect of the vault: it is unknown which recipients have got the mail.
    log.error({ err: error, mail: id }, 'Sending a mail failed unexpectedly; it is sent again later');
    return { accepted: [], refused: [], unconfirmed: recipients.map((address) => ({ address, reason })) };
  }
}

const refusedForNow = (recipients: readonly string[], reason: string): Delivery => ({
  accepted: [],
  refused: recipients.map((address) => ({ address, reason, isFinal: false })),
  unconfirmed: [],
});

/** @returns null when the key of this server does not open it: another server can have the right one */
function bodyOf({ sealer, log }: MailDeps, { id, bodySealed }: ClaimedMail): Body | null {
  try {
    return bodySealed === null ? null : openBody(sealer, bodySealed);
  } catch (error) {
    log.error(
      { err: error, mail: id },
      'Text of a mail cannot be opened with the secret key; retrying later',
    );
    return null;
  }
}

const AT_ONCE = 4;
const POLL_MS = 100;

/** Numbers of mails that reached a recipient, that may have reached one, and that did not. */
export interface FirstDelivery {
  sent: number;
  unconfirmed: number;
  failed: number;
}

/**
 * The first attempt at mails whose sender waits for the result; call it after the transaction of `queueMails`. Mails
 * that fail stay in the queue. It does not throw when the database fails, because the results of this call are kept in
 * memory.
 * @param timeoutMs time after which the attempts are aborted
 */
export async function deliverNow(
  deps: MailDeps,
  ids: readonly string[],
  timeoutMs: number,
): Promise<FirstDelivery> {
  const signal = AbortSignal.timeout(timeoutMs);
  const waiting = [...ids];
  const reached = new Map<string, Reached>();
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      reached.set(id, await deliverOrWait(deps, id, signal));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, worker));
  await addOtherResults(deps, ids, reached);
  const count = (wanted: Reached) => ids.filter((id) => reached.get(id) === wanted).length;
  const [sent, unconfirmed] = [count('sent'), count('unconfirmed')];
  return { sent, unconfirmed, failed: ids.length - sent - unconfirmed };
}

/** While the job is sending the mail, waits and returns the result of the job. */
async function deliverOrWait(deps: MailDeps, id: string, signal: AbortSignal): Promise<Reached> {
  try {
    let outcome = await deliver(deps, id, signal);
    while (outcome.is === 'taken' && !signal.aborted) {
      await sleep(POLL_MS);
      outcome = await deliver(deps, id, signal);
    }
    return outcome.reached;
  } catch (error) {
    deps.log.error({ err: error, mail: id }, 'First attempt to send a mail failed; retrying later');
    return 'unsent';
  }
}

/** Adds the results of mails that other workers sent. */
async function addOtherResults(
  { database, log }: MailDeps,
  ids: readonly string[],
  reached: Map<string, Reached>,
): Promise<void> {
  const unsent = ids.filter((id) => (reached.get(id) ?? 'unsent') === 'unsent');
  if (unsent.length === 0) return;
  try {
    for (const { id, isSent, isUnconfirmed } of await deliveryStates(database.kysely, unsent)) {
      if (isSent) reached.set(id, 'sent');
      else if (isUnconfirmed) reached.set(id, 'unconfirmed');
    }
  } catch (error) {
    log.error({ err: error }, 'State of mails not read; those of other workers count as not sent');
  }
}
