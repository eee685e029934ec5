import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Notes what a visit does. @returns false when it has done the same before */
export async function noteAction(
  tx: Kysely<DB>,
  { visitId, action, subject }: { visitId: string; action: string; subject: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into visit_action (visit_id, action, subject) values (${visitId}, ${action}, ${subject})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** D-33: the counter of a link goes with its access records. */
export async function countView(
  tx: Kysely<DB>,
  { recordId, linkId, at }: { recordId: string; linkId: string; at: Date },
): Promise<void> {
  await sql`
    update link set access_times = access_times + 1, last_accessed_at = greatest(last_accessed_at, ${at})
    where record_id = ${recordId} and id = ${linkId}`.execute(tx);
}
