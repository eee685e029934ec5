-- GUARD-24: the bytes and files of uploads that wait to be stored are limited for each visit, link, account and record,
-- and the bytes of a record.

alter table upload
  -- null: an upload of an account
  add column record_id vault_id,
  add column link_id vault_id,
  -- bytes that running calls have announced and not stored yet
  add column reserved_bytes bigint not null default 0,
  add constraint upload_reserved_bytes_check check (reserved_bytes >= 0),
  add constraint upload_link_check check ((link_id is null) = (record_id is null)),
  add column waiting_bytes bigint not null generated always as (
    case
      when state = 'stored' then 0
      when storage_key is not null then coalesce(size_bytes, 0) + reserved_bytes
      else greatest(coalesce(chunk_set_bytes, 0), coalesce(length_bytes, 0)) + reserved_bytes
    end
  ) stored;
update upload set record_id = visit.record_id, link_id = visit.link_id from visit where visit.id = upload.owner_id;

create index upload_waiting_of_owner on upload (owner_id) include (waiting_bytes) where state <> 'stored';
create index upload_waiting_of_link on upload (link_id) include (waiting_bytes)
  where state <> 'stored' and link_id is not null;
create index upload_waiting_of_record on upload (record_id) include (waiting_bytes)
  where state <> 'stored' and record_id is not null;

-- The bytes of all versions of a record, also of those in the trash.
alter table record add column stored_bytes bigint not null default 0;
update record set stored_bytes = total.bytes
from (select record_id, sum(size_bytes) as bytes from version group by record_id) total
where total.record_id = record.id;

create function count_added_versions() returns trigger language plpgsql as $$
begin
  update record set stored_bytes = stored_bytes + added.bytes
  from (select record_id, sum(size_bytes) as bytes from after group by record_id) added
  where record.id = added.record_id and added.bytes <> 0;
  return null;
end $$;
create trigger version_added after insert on version
  referencing new table as after for each statement execute function count_added_versions();

create function count_deleted_versions() returns trigger language plpgsql as $$
begin
  update record set stored_bytes = stored_bytes - deleted.bytes
  from (select record_id, sum(size_bytes) as bytes from before group by record_id) deleted
  where record.id = deleted.record_id and deleted.bytes <> 0;
  return null;
end $$;
create trigger version_deleted after delete on version
  referencing old table as before for each statement execute function count_deleted_versions();

create function count_changed_version() returns trigger language plpgsql as $$
begin
  update record set stored_bytes = stored_bytes - old.size_bytes where id = old.record_id;
  update record set stored_bytes = stored_bytes + new.size_bytes where id = new.record_id;
  return null;
end $$;
create trigger version_changed after update of record_id, size_bytes on version for each row
  when (old.record_id <> new.record_id or old.size_bytes <> new.size_bytes)
  execute function count_changed_version();
