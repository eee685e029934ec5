-- SAFE-13: the past states of deleted items are stored by one statement, because a permanent deletion deletes many.

create function keep_deleted_items() returns trigger language plpgsql set search_path from current as $$
begin
  insert into item_past (record_id, item_id, created_at, parent_id, kind, name, is_trashed, current_version_id)
  select record_id, id, created_at, parent_id, kind, name, trashed_at is not null, current_version_id from gone
  on conflict do nothing;
  return null;
end $$;
drop trigger item_past_deleted on item;
create trigger item_past_deleted after delete on item referencing old table as gone for each statement
  execute function keep_deleted_items();
