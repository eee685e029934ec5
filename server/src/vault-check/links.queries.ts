import { sql } from 'kysely';
import { BROKEN_ROWS, type Check, DERIVED, rowCheck } from './check.ts';

interface LinkRow {
  recordId: string;
  linkId: string;
}

const of = ({ linkId, recordId }: LinkRow) => `Link ${linkId} of record ${recordId}`;

/** Targets that were permanently deleted stay in their links (D-43), so a missing item is no finding. */
export const LINK_CHECKS: readonly Check[] = [
  rowCheck<LinkRow>({
    name: 'links.empty',
    rows: () => sql`
      select l.record_id, l.id as link_id from link l
      where not exists (select from link_item t where t.record_id = l.record_id and t.link_id = l.id)`,
    text: (row) => `${of(row)} names no file or folder.`,
    advice: 'Delete the link in the vault and make it again.',
  }),
  rowCheck<LinkRow & { itemId: string; itemRecordId: string }>({
    name: 'links.record',
    rows: () => sql`
      select t.record_id, t.link_id, t.item_id, i.record_id as item_record_id from link_item t
      join item i on i.id = t.item_id and i.record_id <> t.record_id
      where not exists (select from item own where own.record_id = t.record_id and own.id = t.item_id)`,
    text: (row) => `${of(row)} names ${row.itemId}, which belongs to record ${row.itemRecordId}.`,
    advice: 'Delete the link in the vault and make it again.',
  }),
  rowCheck<LinkRow & { itemId: string }>({
    name: 'links.target',
    rows: () => sql`
      select t.record_id, t.link_id, t.item_id from link_item t
      join item i on i.record_id = t.record_id and i.id = t.item_id
      where (i.kind, i.name) <> (t.kind, t.name)`,
    text: (row) => `${of(row)} has another kind or name for ${row.itemId} than the item has.`,
    advice: DERIVED,
  }),
  rowCheck<LinkRow>({
    name: 'links.name',
    rows: () => sql`
      select l.record_id, l.id as link_id from link l
      join (
        select record_id, link_id, string_agg(name, ', ' order by position) as name from link_item
        group by record_id, link_id
      ) t on t.record_id = l.record_id and t.link_id = l.id
      where l.name <> t.name`,
    text: (row) => `${of(row)} has another name than its files and folders.`,
    advice: DERIVED,
  }),
  rowCheck<LinkRow>({
    name: 'links.folder',
    rows: () => sql`
      select l.record_id, l.id as link_id from link l
      join item i on i.record_id = l.record_id and i.id = l.folder_id and i.kind <> 'folder'`,
    text: (row) => `${of(row)} says that it is in a folder that is a file.`,
    advice: BROKEN_ROWS,
  }),
];
