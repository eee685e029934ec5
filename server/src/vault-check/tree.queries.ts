import { MAX_FOLDER_DEPTH } from '@vault/contract';
import { sql } from 'kysely';
import { BROKEN_ROWS, type Check, DERIVED, itemName, rowCheck } from './check.ts';

interface ItemRow {
  recordId: string;
  itemId: string;
}

/** The largest values of a record's paths, and those that it allows. */
interface PathBounds {
  recordId: string;
  depth: number;
  characters: number;
  allowedDepth: number;
  allowedCharacters: number;
}

/**
 * All folders, and those that are reached from the top with the depth and the length of their paths. An orphan is a
 * top, so that it is one finding.
 */
const WALK = sql`
  folder as materialized (select record_id, id, parent_id, name from item where kind = 'folder'),
  reached (record_id, id, depth, characters) as (
    select f.record_id, f.id, 0, 0 from folder f
    left join folder p on p.record_id = f.record_id and p.id = f.parent_id
    where p.id is null
    union all
    select f.record_id, f.id, r.depth + 1, case r.depth when 0 then 0 else r.characters + 1 end + length(f.name)
    from reached r join folder f on f.record_id = r.record_id and f.parent_id = r.id
  )`;

export const TREE_CHECKS: readonly Check[] = [
  rowCheck<{ recordId: string }>({
    name: 'tree.root',
    rows: () => sql`
      select r.id as record_id from record r
      left join item i on i.record_id = r.id and i.id = r.root_id
      where i.id is null or i.kind <> 'folder' or i.parent_id is not null or i.trashed_at is not null`,
    text: ({ recordId }) => `Record ${recordId} has no root folder.`,
    advice: BROKEN_ROWS,
  }),
  rowCheck<ItemRow>({
    name: 'tree.orphan',
    rows: () => sql`
      select i.record_id, i.id as item_id from item i
      left join (select record_id, id from item where kind = 'folder') p
        on p.record_id = i.record_id and p.id = i.parent_id
      where p.id is null and not exists (select from record r where r.id = i.record_id and r.root_id = i.id)`,
    text: (row) => `Item ${itemName(row)} is in no folder.`,
    advice: BROKEN_ROWS,
  }),
  rowCheck<ItemRow & { folders: number }>({
    name: 'tree.cycle',
    rows: () => sql`
      with recursive ${WALK}
      select f.record_id, min(f.id) as item_id, count(*) as folders from folder f
      where not exists (select from reached r where r.record_id = f.record_id and r.id = f.id)
      group by f.record_id`,
    text: (row) =>
      `${row.folders} folders of record ${row.recordId} contain each other, ${row.itemId} among them.`,
    advice: BROKEN_ROWS,
  }),
  rowCheck<PathBounds>({
    name: 'tree.path',
    // Only the bound is compared for the length: a path that is older than the limit can exceed it.
    rows: () => sql`
      with recursive ${WALK}
      select r.id as record_id, max(w.depth) as depth, max(w.characters) as characters,
        least(r.max_folder_depth, ${sql.lit(MAX_FOLDER_DEPTH)}) as allowed_depth, r.max_path_characters as allowed_characters
      from record r join reached w on w.record_id = r.id
      group by r.id
      having max(w.depth) > least(r.max_folder_depth, ${sql.lit(MAX_FOLDER_DEPTH)})
        or max(w.characters) > r.max_path_characters`,
    text: ({ recordId, depth, characters, allowedDepth, allowedCharacters }) =>
      depth > allowedDepth
        ? `Record ${recordId} has a folder at depth ${depth}, and allows ${allowedDepth}.`
        : `Record ${recordId} has a folder with a path of ${characters} characters, and allows ${allowedCharacters}.`,
    advice: DERIVED,
  }),
  rowCheck<{ recordId: string; folderId: string; copies: number }>({
    name: 'tree.name',
    rows: () => sql`
      select record_id, parent_id as folder_id, count(*) as copies from item
      where trashed_at is null and parent_id is not null
      group by record_id, parent_id, kind, name || '' having count(*) > 1`,
    text: ({ recordId, folderId, copies }) =>
      `Folder ${folderId} of record ${recordId} has ${copies} items of one kind with the same name.`,
    advice: 'Rename all but one of them in the vault, then run: reindex index item_live_name.',
  }),
];
