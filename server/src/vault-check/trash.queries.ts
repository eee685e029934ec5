import { sql } from 'kysely';
import { BROKEN_ROWS, type Check, DERIVED, itemName, rowCheck } from './check.ts';

interface ItemRow {
  recordId: string;
  itemId: string;
}

export const TRASH_CHECKS: readonly Check[] = [
  rowCheck<ItemRow & { isTrashed: boolean; hasEntry: boolean; isPurged: boolean }>({
    name: 'trash.entry',
    rows: () => sql`
      select i.record_id, i.id as item_id, i.trashed_at is not null as is_trashed, t.item_id is not null as has_entry,
        p.item_id is not null as is_purged
      from item i
      left join trash t on t.record_id = i.record_id and t.item_id = i.id
      left join purge p on p.record_id = i.record_id and p.item_id = i.id
      where (i.trashed_at is not null)::int <> (t.item_id is not null)::int + (p.item_id is not null)::int
        or (i.trashed_at is null and i.lost_path is not null)`,
    text: (row) => `Item ${itemName(row)} ${trashText(row)}.`,
    advice: BROKEN_ROWS,
  }),
  rowCheck<ItemRow>({
    name: 'trash.copy',
    rows: () => sql`
      select i.record_id, i.id as item_id from trash t
      join item i on i.record_id = t.record_id and i.id = t.item_id
      where (t.kind, t.name, t.size_bytes)
        <> (i.kind, i.name, case i.kind when 'folder' then i.subtree_bytes else i.size_bytes end)`,
    text: (row) => `The trash shows ${itemName(row)} with another kind, name or size than the item has.`,
    advice: DERIVED,
  }),
];

function trashText({
  isTrashed,
  hasEntry,
  isPurged,
}: Record<'isTrashed' | 'hasEntry' | 'isPurged', boolean>) {
  if (hasEntry && isPurged) return 'is in the trash and permanently deleted at the same time';
  if (isTrashed) return 'is hidden, and the trash does not show it';
  return hasEntry || isPurged
    ? 'is in the trash and in its folder at the same time'
    : 'has the path of a deleted folder';
}
