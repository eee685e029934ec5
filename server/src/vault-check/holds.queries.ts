import { sql } from 'kysely';
import { type Check, DERIVED, itemName, rowCheck } from './check.ts';

interface HoldRow {
  holdId: string;
  recordId: string;
  itemId: string;
}

/** SAFE-12: what a hold in force protects. */
export const HOLD_CHECKS: readonly Check[] = [
  rowCheck<HoldRow>({
    name: 'holds.folder',
    rows: () => sql`
      select h.id as hold_id, h.record_id, h.folder_id as item_id from hold h
      join item i on i.record_id = h.record_id and i.id = h.folder_id
      where h.lifted_at is null and not exists (
        select from held_item p where p.record_id = h.record_id and p.item_id = h.folder_id and p.hold_id = h.id
      )`,
    text: (row) => `Hold ${row.holdId} does not protect its folder ${itemName(row)}.`,
    advice: 'Set the hold again in Administration, Holds, then lift this one.',
  }),
  rowCheck<HoldRow>({
    name: 'holds.item',
    rows: () => sql`
      select p.hold_id, p.record_id, p.item_id from held_item p join hold h on h.record_id = p.record_id and h.id = p.hold_id
      left join item i on i.record_id = p.record_id and i.id = p.item_id
      where i.id is null or h.lifted_at is not null`,
    text: (row) => `Hold ${row.holdId} protects ${itemName(row)}, but one of them does not exist any more.`,
    advice: DERIVED,
  }),
];
