-- Large files that browsers send straight to S3 (NODES-01): the key of their bytes, the id of the
-- upload in S3, and its length. They are null when there is no such upload. The length counts for the quotas.
alter table upload
  add column direct_key text,
  add column direct_upload_id text,
  add column direct_bytes bigint,
  add constraint upload_direct_check
    check (num_nulls(direct_key, direct_upload_id, direct_bytes) in (0, 3) and direct_bytes > 0);

alter table upload drop column waiting_bytes;
alter table upload add column waiting_bytes bigint not null generated always as (
  case
    when state = 'stored' then 0
    when storage_key is not null then coalesce(size_bytes, 0) + reserved_bytes + coalesce(direct_bytes, 0)
    else greatest(coalesce(chunk_set_bytes, 0), coalesce(length_bytes, 0)) + reserved_bytes + coalesce(direct_bytes, 0)
  end
) stored;

create index upload_waiting_of_owner on upload (owner_id) include (waiting_bytes) where state <> 'stored';
create index upload_waiting_of_link on upload (link_id) include (waiting_bytes)
  where state <> 'stored' and link_id is not null;
create index upload_waiting_of_record on upload (record_id) include (waiting_bytes)
  where state <> 'stored' and record_id is not null;
