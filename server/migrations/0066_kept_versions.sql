-- SAFE-05: a folder can be brought back as it was at a moment of the last KEEP_DAYS days. Deleted versions keep their bytes
-- until the sweep deletes their rows here.

create table kept_version (
  record_id vault_id not null,
  version_id uuid not null,
  blob_id bigint not null references blob (id),
  size_bytes bigint not null,
  scanned_by text not null,
  deleted_at timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  primary key (record_id, version_id)
);
create index kept_version_blob on kept_version (blob_id);
create index kept_version_age on kept_version (deleted_at);

create function keep_versions() returns trigger language plpgsql set search_path from current as $$
begin
  insert into kept_version (record_id, version_id, blob_id, size_bytes, scanned_by)
  select record_id, id, blob_id, size_bytes, scanned_by from gone
  on conflict do nothing;
  return null;
end $$;
create trigger version_kept after delete on version referencing old table as gone for each statement
  execute function keep_versions();

-- From when on deleted versions are kept.
alter table past_states add column versions_from timestamptz(3) not null default clock_timestamp();

-- The current version of a file is a part of its past states. Null: a folder, or a state from before this migration.
alter table item_past add column current_version_id uuid;
create index item_past_record on item_past (record_id, until);

create or replace function keep_item_past() returns trigger language plpgsql set search_path from current as $$
begin
  insert into item_past (record_id, item_id, created_at, parent_id, kind, name, is_trashed, current_version_id)
  values (old.record_id, old.id, old.created_at, old.parent_id, old.kind, old.name, old.trashed_at is not null,
    old.current_version_id)
  on conflict do nothing;
  return null;
end $$;
drop trigger item_past_changed on item;
create trigger item_past_changed after update of parent_id, name, trashed_at, current_version_id on item for each row
  when (old.parent_id is distinct from new.parent_id or old.name <> new.name
    or (old.trashed_at is null) <> (new.trashed_at is null)
    or old.current_version_id is distinct from new.current_version_id)
  execute function keep_item_past();
