-- Checksums by block, so that every read is verified, ranges too (SAFE-22): CRC-32 of each 256 KiB, 4 bytes each, big
-- endian. Null: the blob has one block, or was stored before; a job computes those.
alter table blob
  add column block_crcs bytea,
  -- when a read found that the stored bytes are not those of the row; a good copy ends it (SAFE-21)
  add column damaged_at timestamp(3) with time zone;
alter table upload add column block_crcs bytea;
alter table upload_part add column block_crcs bytea;

create index blob_without_block_crcs on blob (id)
  where block_crcs is null and size_bytes > 262144 and damaged_at is null;
create index blob_damaged on blob (damaged_at) where damaged_at is not null;

-- One set of words: a row lets go of bytes (released), a key that may be deleted is garbage, then it is deleted.
alter table freed_blob rename to released_blob;
alter table released_blob rename column freed_at to released_at;
alter table released_blob rename constraint freed_blob_pkey to released_blob_pkey;
alter table released_blob rename constraint freed_blob_blob_id_fkey to released_blob_blob_id_fkey;
alter index freed_blob_age rename to released_blob_age;
alter table blob_garbage rename column discarded_at to released_at;
create index blob_garbage_age on blob_garbage (released_at);

-- Whatever replaces the bytes of a blob by a good copy, the key of the former ones becomes garbage.
create function release_replaced_keys() returns trigger language plpgsql as $$
begin
  insert into blob_garbage (storage_key)
  select before.storage_key from before join after on after.id = before.id
  where after.storage_key <> before.storage_key
  on conflict do nothing;
  return null;
end $$;

create trigger blob_keys_replaced after update on blob
  referencing old table as before new table as after
  for each statement execute function release_replaced_keys();
