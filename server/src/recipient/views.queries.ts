import { sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The action of an access record of a program that only opened a link (AUDIT-06). */
export const AUTOMATIC = 'Automatic';

/** Whether a program of this network address has opened the link since a time. */
export async function hasAutomaticView(
  tx: Transaction<DB>,
  link: { recordId: string; id: string },
  { address, since }: { address: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from access
      where record_id = ${link.recordId} and relation_id = ${link.id} and kind = 'Link_View' and created_at > ${since}
        and content = ${AUTOMATIC} and address = ${address}
    ) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

/** A transfer of a visit: the action, and what identifies the transfer. */
export interface VisitTransfer {
  visitId: string;
  action: string;
  subject: string;
}

/**
 * Stores a transfer of a visit.
 * @returns whether the transfer is new; for a transfer that was stored before, its access record
 */
export async function noteTransfer(
  tx: Transaction<DB>,
  { visitId, action, subject }: VisitTransfer,
): Promise<{ isNew: boolean; accessId: string | null }> {
  const { rows } = await sql<{ isNew: boolean; accessId: string | null }>`
    with noted as (
      insert into visit_action (visit_id, action, subject) values (${visitId}, ${action}, ${subject})
      on conflict do nothing returning access_id
    )
    select true as is_new, access_id from noted
    union all
    select false, access_id from visit_action
    where visit_id = ${visitId} and action = ${action} and subject = ${subject}
      and not exists (select from noted)`.execute(tx);
  return rows[0] ?? { isNew: false, accessId: null };
}

/** Stores the id of the access record of a transfer. */
export async function setAccessOfTransfer(
  tx: Transaction<DB>,
  { visitId, action, subject }: VisitTransfer,
  accessId: string,
): Promise<void> {
  await sql`
    update visit_action set access_id = ${accessId}
    where visit_id = ${visitId} and action = ${action} and subject = ${subject}`.execute(tx);
}

/** Updates the time of a link's last access when more files are added to a submission, without adding a view. */
export async function touchLink(
  tx: Transaction<DB>,
  { recordId, linkId, at }: { recordId: string; linkId: string; at: Date },
): Promise<void> {
  await sql`
    update link set last_accessed_at = greatest(last_accessed_at, ${at})
    where record_id = ${recordId} and id = ${linkId}`.execute(tx);
}

/** D-33: the counter of a link equals the number of its access records. */
export async function countView(
  tx: Transaction<DB>,
  { recordId, linkId, at }: { recordId: string; linkId: string; at: Date },
): Promise<void> {
  await sql`
    update link set access_times = access_times + 1, last_accessed_at = greatest(last_accessed_at, ${at})
    where record_id = ${recordId} and id = ${linkId}`.execute(tx);
}
