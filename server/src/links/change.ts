import type { CallData, contract } from '@vault/contract';
import type { Transaction } from 'kysely';
import type * as z from 'zod';
import { recordAudit } from '../audit/index.ts';
import { announce } from '../events/index.ts';
import { type Caller, Errors } from '../http/index.ts';
import { withdrawMails } from '../mail/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import type { Sealer } from '../platform/tokens/index.ts';
import { newLinkPassword } from './password.ts';
import { linkEvent } from './link-event.ts';
import { isPublicRequest } from './public-request.ts';
import { endOfChosenDay } from './expiry.ts';
import { mayPassOnAll } from './link-policy.ts';
import { changeLink, endVisits, type LinkRow, lockLink, markDeleted } from './link.queries.ts';

export interface ChangeDeps {
  database: Database;
  clock: Clock;
  sealer: Sealer;
}

type Wanted = z.output<typeof contract.links.update.body>;

/**
 * C40: changes expiry, notification, password or giver question of a link. A new password ends its visits.
 * @throws P10 for an unknown or deleted link, P5, P6, P8, 400 for a short password (GUARD-20), and E11 when the expiry
 * is removed without noExp, or becomes later without the permissions that the link passes on (GUARD-10)
 */
export async function updateLink(
  { database, clock, sealer }: ChangeDeps,
  recordId: string,
  { wanted, caller }: { wanted: Wanted; caller: Pick<Caller, 'abilities'> },
): Promise<CallData<typeof contract.links.update>> {
  return database.transaction(async (tx) => {
    const link = await mustLockLink(tx, recordId, wanted.id);
    if (link.deletedAt !== null) throw Errors.linkUnavailable();
    const { notify } = wanted;
    const expiresAt = newEnd(link, wanted, { now: clock.now(), mayNeverEnd: caller.abilities.noExp });
    // GUARD-10: a person who could not make this link cannot prolong it either.
    if (endsLater(link.expiresAt, expiresAt) && !mayPassOnAll(link, caller.abilities))
      throw Errors.noAccess();
    const passwordSealed =
      wanted.password === undefined ? undefined : sealer.seal(newLinkPassword(wanted.password));
    const askGiver = isPublicRequest(link) && (wanted.askGiver ?? link.askGiver);
    await changeLink(tx, link, { expiresAt, notify, passwordSealed, askGiver });
    if (passwordSealed !== undefined) await endVisits(tx, link);
    const changes = { expiresAt: expiresAt?.toISOString() ?? null, notify, askGiver };
    await recordAudit(
      tx,
      linkEvent('link.change', link, { ...changes, newPassword: passwordSealed !== undefined }),
    );
    announce(tx, { recordId, type: 'links' });
    return {
      expireDateTime: expiresAt?.getTime() ?? null,
      notify,
      expire: expiresAt !== null,
      ...(wanted.askGiver !== undefined && { askGiver }),
    };
  });
}

/** Whether a wanted expiry is later than the present one; null is no expiry. */
const endsLater = (present: Date | null, wanted: Date | null) =>
  present !== null && (wanted === null || wanted > present);

/** D-32: an unchanged expiry is not checked, so that the notification of an old link can be switched. */
function newEnd(
  { expiresAt: present }: LinkRow,
  { expire, expireDateTime }: Pick<Wanted, 'expire' | 'expireDateTime'>,
  { now, mayNeverEnd }: { now: Date; mayNeverEnd: boolean },
): Date | null {
  if (!expire) {
    if (present !== null && !mayNeverEnd) throw Errors.noAccess();
    return null;
  }
  if (expireDateTime === null || expireDateTime === undefined) throw Errors.expiryRequired();
  if (expireDateTime === present?.getTime()) return present;
  return endOfChosenDay(expireDateTime, { now, firstDay: 1 });
}

/**
 * C41, D-28: deletes a link. It stays in the list and never opens again; its visits end, and its waiting mails are
 * withdrawn. A second deletion succeeds.
 * @throws P10 for an unknown link
 */
export async function deleteLink(
  { database, clock }: Pick<ChangeDeps, 'database' | 'clock'>,
  { recordId, id }: { recordId: string; id: string },
  caller: Pick<Caller, 'name'>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const link = await mustLockLink(tx, recordId, id);
    if (link.deletedAt !== null) return;
    await markDeleted(tx, link, { by: caller.name, at: clock.now() });
    await endVisits(tx, link);
    await withdrawMails(tx, { recordId, linkId: id });
    await recordAudit(tx, linkEvent('link.end', link));
    announce(tx, { recordId, type: 'links' });
  });
}

async function mustLockLink(tx: Transaction<DB>, recordId: string, id: string): Promise<LinkRow> {
  const link = await lockLink(tx, recordId, id);
  if (link === null) throw Errors.linkUnavailable();
  return link;
}
