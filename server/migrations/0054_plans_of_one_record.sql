-- Plans that read one record, whatever PostgreSQL knows about the tables (SPEED-01, NODES-08).

-- A content that many records share is looked up in one of them.
drop index version_blob;
create index version_blob on version (blob_id, record_id);

-- Two indexes of the same column.
drop index session_of_account;

-- The names of each link are looked up. As a join a plan for all values could read the items of all links of a record
-- for each of them.
create or replace function rename_in_links() returns trigger language plpgsql as $$
begin
  update link_item set name = new.name where record_id = new.record_id and item_id = new.id;
  if found then
    update link set name = (
      select string_agg(i.name, ', ' order by i.position) from link_item i
      where i.record_id = link.record_id and i.link_id = link.id
    )
    where record_id = new.record_id and id = any(array(
      select link_id from link_item where record_id = new.record_id and item_id = new.id
    ));
  end if;
  return null;
end $$;
