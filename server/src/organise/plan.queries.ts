import { type Kysely, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';
import type { TreeView } from './planner.ts';
import type { PlanItem } from './merge-rules.ts';

const planColumns = sql.raw(
  `i.id, i.parent_id, i.kind, i.name, i.version_count,
   case i.kind when 'folder' then i.subtree_bytes else i.size_bytes end as size_bytes`,
);

/** The planner's view of a record's tree, one index lookup for each folder or name. */
export function treeView(db: Kysely<DB>, recordId: string): TreeView {
  return {
    async itemsByName(wanted) {
      if (wanted.length === 0) return [];
      const { rows } = await sql<PlanItem>`
        select distinct ${planColumns}
        from ${rowsAs('wanted', wanted, { parentId: 'text', kind: 'text', name: 'text' })}
        join item i on i.record_id = ${recordId} and i.parent_id = wanted.parent_id and i.kind = wanted.kind
          and i.name = wanted.name and i.trashed_at is null`.execute(db);
      return rows;
    },
    async childrenOf(folderIds, limit) {
      const { rows } = await sql<PlanItem>`
        select child.* from unnest(${[...folderIds]}::text[]) as folder (id) cross join lateral (
          select ${planColumns} from item i
          where i.record_id = ${recordId} and i.parent_id = folder.id and i.trashed_at is null
          offset 0
        ) child
        order by child.kind, child.name
        limit ${limit}`.execute(db);
      return rows;
    },
  };
}
