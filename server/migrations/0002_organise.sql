-- What moving and merging need to stay independent of how much hangs below a folder.

-- All children of a folder, those in the trash too: PostgreSQL looks here when a merged folder's row goes, and
-- the trash's children of a merged folder are found here. Not by record first: PostgreSQL plans the check of each
-- new row's folder while the table is empty, and then took this index for it, with all items of the record.
create index item_children on item (parent_id, kind);

-- No folder of the record lies deeper than this, in the trash or not. It may be too high, never too low: with it a
-- folder is moved without a walk through everything below it (docs/decisions/depth.md).
alter table record add column deepest int not null default 0;

with recursive walk (record_id, id, depth) as (
  select record_id, id, 0 from item where parent_id is null
  union all
  select c.record_id, c.id, w.depth + 1
  from walk w join item c on c.record_id = w.record_id and c.parent_id = w.id and c.kind = 'folder'
)
update record set deepest = found.depth
from (select record_id, max(depth) as depth from walk group by record_id) found
where record.id = found.record_id;
