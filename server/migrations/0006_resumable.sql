-- Uploads that come in pieces (C53), each of which is durable before it is acknowledged.

-- The pieces that an upload has, while it is not whole: a set of its own that the upload names, so that taking the
-- name away lets go of all of them, whatever is being added meanwhile.
alter table upload add column parts_id uuid;
-- how many bytes they are together: where the next one has to begin
alter table upload add column parts_bytes bigint check (parts_bytes >= 0);
-- how many bytes there will be; null: the sender did not say
alter table upload add column length_bytes bigint check (length_bytes >= 0);
alter table upload add constraint upload_parts_check check (
  (parts_id is null and parts_bytes is null and length_bytes is null)
  or (parts_id is not null and parts_bytes is not null and state = 'prepared' and storage_key is null)
);
create unique index upload_parts on upload (parts_id) where parts_id is not null;

create table upload_part (
  parts_id uuid not null,
  -- the place of its first byte in the whole
  position bigint not null check (position >= 0),
  size_bytes bigint not null check (size_bytes > 0),
  storage_key text not null unique,
  sha256 bytea not null,
  crc32 bigint not null,
  primary key (parts_id, position)
);
