import { sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** AUDIT-06: whether a program of this network address is listed in the views of a link since a time. */
export async function hasAutomaticView(
  tx: Transaction<DB>,
  linkId: string,
  { address, since }: { address: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from audit_entry
      where link_id = ${linkId} and at > ${since} and details -> 'isAutomatic' = 'true'
        and personal ->> 'address' = ${address}
    ) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

/** A transfer of a visit: the action, and what identifies the transfer. */
export interface VisitTransfer {
  recordId: string;
  visitId: string;
  action: string;
  subject: string;
}

/**
 * Stores a transfer of a visit, with the id of its view. The lock keeps the visit until the transaction ends.
 * @returns whether the transfer is new, and the view with which it was stored the first time; null when the visit has
 * ended
 */
export async function noteTransfer(
  tx: Transaction<DB>,
  { recordId, visitId, action, subject }: VisitTransfer,
  viewId: string,
): Promise<{ isNew: boolean; viewId: string | null } | null> {
  const { rows } = await sql<{ isNew: boolean; viewId: string | null }>`
    with running as (
      select id from visit where record_id = ${recordId} and id = ${visitId} for key share
    ), noted as (
      insert into visit_action (record_id, visit_id, action, subject, view_id)
      select ${recordId}, id, ${action}, ${subject}, ${viewId} from running
      on conflict do nothing returning view_id
    )
    select true as is_new, view_id from noted
    union all
    select false, view_id from visit_action
    where record_id = ${recordId} and visit_id = ${visitId} and action = ${action} and subject = ${subject}
      and not exists (select from noted)`.execute(tx);
  return rows[0] ?? null;
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

/** D-33: the counter of a link equals the number of its views. */
export async function countView(
  tx: Transaction<DB>,
  { recordId, linkId, at }: { recordId: string; linkId: string; at: Date },
): Promise<void> {
  await sql`
    update link set access_times = access_times + 1, last_accessed_at = greatest(last_accessed_at, ${at})
    where record_id = ${recordId} and id = ${linkId}`.execute(tx);
}
