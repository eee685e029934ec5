-- The trash as a list, and what is deleted for ever.

-- What the list shows and sorts by stands in the entry itself: nothing of it can change while an item lies in the trash.
alter table trash
  add column kind text,
  add column name text,
  -- what comes back with it: a file's current version; all current versions below a folder
  add column size_bytes bigint;
update trash set kind = i.kind, name = i.name,
  size_bytes = case i.kind when 'folder' then i.subtree_bytes else i.size_bytes end
from item i where i.record_id = trash.record_id and i.id = trash.item_id;
alter table trash
  alter column kind set not null,
  alter column name set not null,
  alter column size_bytes set not null,
  add constraint trash_kind_check check (kind in ('folder', 'file')),
  add column name_key text not null generated always as (lower(name)) stored,
  -- a path may be longer than what an index can hold
  add column place_key text not null generated always as (left(lower(original_path), 400)) stored,
  add column deleted_by_key text not null generated always as (lower(deleted_by)) stored;
-- One index per sort of the list.
create index trash_by_deleted_at on trash (record_id, deleted_at, item_id);
create index trash_by_name on trash (record_id, name_key, item_id);
create index trash_by_size on trash (record_id, size_bytes, item_id);
create index trash_by_place on trash (record_id, place_key, item_id);
create index trash_by_deleter_name on trash (record_id, deleted_by_key, item_id);
-- Who deleted anything, and what one person deleted.
create index trash_by_deleter on trash (record_id, deleted_by_id, deleted_at);

-- An entry whose folder was deleted for ever: the path of that folder. Its item hangs below the root until it is
-- restored by its path or deleted for ever itself (contract 9.7, D-25).
alter table item add column lost_place text;

-- Items that were deleted for ever and whose rows a job still has to remove, with everything below them.
create table purge (
  record_id vault_id not null,
  item_id vault_id not null,
  deleted_at timestamptz(3) not null,
  primary key (record_id, item_id),
  foreign key (record_id, item_id) references item (record_id, id) on delete cascade
);

-- Bytes that a version has let go of and that perhaps nothing uses any more: looked at once they are old enough, so
-- that nobody has to go through all blobs to find them.
create table freed_blob (
  blob_id bigint primary key references blob (id) on delete cascade,
  freed_at timestamptz(3) not null
);
create index freed_blob_age on freed_blob (freed_at);
