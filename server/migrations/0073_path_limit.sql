-- No folder of the record has a longer path, in the trash or not; like max_folder_depth, it can be too high, never too low
-- (docs/decisions/depth.md).
alter table record add column max_path_characters int not null default 0;

with recursive folder as materialized (
  select record_id, id, parent_id, name from item where kind = 'folder'
), walk (record_id, id, characters) as (
  select record_id, id, 0 from folder where parent_id is null
  union all
  select f.record_id, f.id, w.characters + 1 + length(f.name)
  from walk w join folder f on f.record_id = w.record_id and f.parent_id = w.id
)
update record set max_path_characters = greatest(longest.characters - 1, 0)
from (select record_id, max(characters) as characters from walk group by record_id) longest
where record.id = longest.record_id;
