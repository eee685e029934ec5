import { isEmailAddress } from '@vault/contract';
import * as z from 'zod';
import { recordAudit } from '../audit/index.ts';
import { Errors } from '../http/index.ts';
import { type Brand, passwordResetMail, type QueueDeps, queueMailsOf } from '../mail/index.ts';
import { makeOneTimeAddress } from '../one-time-address/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { addJob, jobKind, type Task, task } from '../platform/jobs/index.ts';
import { accountByEmail } from '../session/index.ts';
import { Throttle, type ThrottleDeps } from '../throttle/index.ts';

export interface RequestResetDeps {
  database: Database;
  throttle: Throttle;
  /** true when a mail server can send the mails (GUARD-34) */
  canMail: boolean;
}

const MAILING = jobKind(
  'mail-password-reset',
  z.object({ email: z.string(), origin: z.string(), requestedAt: z.iso.datetime() }),
);

interface ResetRequest {
  /** as it was typed */
  email: string;
  /** the network address of the caller */
  address: string;
  /** the official origin of the vault (GUARD-04) */
  origin: string;
  at: Date;
}

/**
 * C110: has a one-time address mailed to the holder of a password (GUARD-34). A job looks the account up, so that the
 * reply and its time are the same for every e-mail address.
 * @throws E8; 404 without a mail server; P13 after too many requests for this e-mail address or from this network,
 * whether it has an account or not
 */
export async function requestReset(
  { database, throttle, canMail }: RequestResetDeps,
  { email: typed, address, origin, at }: ResetRequest,
): Promise<void> {
  const email = typed.trim().toLowerCase();
  if (!isEmailAddress(email)) throw Errors.mailboxInvalid();
  if (!canMail) throw Errors.passwordResetOff();
  await throttle.count({ kind: 'password-reset', account: email, address });
  const payload = { email, origin, requestedAt: at.toISOString() };
  await database.transaction(async (tx) => {
    await addJob(tx, MAILING, payload, { jobKey: `mail-password-reset ${email}` });
    await recordAudit(tx, { action: 'session.password-reset-request', personal: { email } });
  });
}

export interface ResetMailDeps extends ThrottleDeps, QueueDeps {
  settings: { brand: Brand; mailPerHour: number };
  database: Database;
  clock: Clock;
  log: Log;
}

/** After this time nobody waits for the mail, and the person has probably requested another one. */
const LONGEST_DELAY_MS = 30 * 60_000;

/**
 * Mails the address in one transaction. An account that does not exist, is locked or has no password here gets no mail.
 * A repeated job replaces the address that it made before.
 */
async function mailReset(
  deps: ResetMailDeps & { throttle: Throttle },
  { email, origin, requestedAt }: z.infer<typeof MAILING.payload>,
): Promise<void> {
  const { database, clock, settings } = deps;
  const at = clock.now();
  if (at.getTime() - new Date(requestedAt).getTime() > LONGEST_DELAY_MS) return;
  const account = await accountByEmail(database.kysely, email);
  if (account === null) return;
  await database.transaction(async (tx) => {
    const use = { purpose: 'password-reset', accountId: account.id } as const;
    const { url, expiresAt } = await makeOneTimeAddress(tx, { ...use, origin, at });
    const mail = {
      ...passwordResetMail({ brand: settings.brand, name: account.name, url, expiresAt }),
      recordId: null,
      linkId: null,
      senderName: settings.brand.name,
      recipients: [account.email],
      expiresAt,
    };
    await queueMailsOf(deps, tx, { accountId: account.id, mails: [mail], at });
  });
}

/** The job that mails the one-time addresses of C110. */
export function passwordResetTasks(deps: ResetMailDeps): { tasks: Task[]; crontab: string[] } {
  const throttle = new Throttle(deps);
  return { tasks: [task(MAILING, (request) => mailReset({ ...deps, throttle }, request))], crontab: [] };
}
