-- Tables and columns get the names of docs/glossary.md. No data changes, except the kind of view records of programs.

alter table hand_in rename to submission;
alter index hand_in_of_visit rename to submission_of_visit;
alter index hand_in_of_link rename to submission_of_link;

alter table upload_part rename to upload_chunk;
alter table upload_chunk rename column parts_id to chunk_set_id;
alter table upload rename column parts_id to chunk_set_id;
alter table upload rename column parts_bytes to chunk_set_bytes;
alter index upload_parts rename to upload_chunk_set;

alter table visit rename column is_machine to is_bot;
alter table access drop constraint access_kind_check;
update access set kind = 'Link_Bot_View' where kind = 'Link_Machine_View';
alter table access add constraint access_kind_check
  check (kind in ('Download', 'Search_File', 'Link_View', 'Link_Bot_View'));

alter table item rename column lost_place to lost_path;
alter table trash rename column place_key to original_path_key;
alter index trash_by_place rename to trash_by_path;
alter table record rename column deepest to max_folder_depth;
alter table external_identity rename column told_at to claims_issued_at;
alter table mail rename column taken_until to claimed_until;

-- A loop, because PostgreSQL 18 also names the 'not null' constraints of a table, and earlier versions do not.
do $$
declare
  old record;
  new_name text;
begin
  for old in
    select conrelid::regclass as table_name, conname from pg_constraint
    where conrelid in ('submission'::regclass, 'upload_chunk'::regclass, 'upload'::regclass, 'visit'::regclass,
      'trash'::regclass, 'record'::regclass, 'external_identity'::regclass)
  loop
    new_name := replace(old.conname, 'hand_in_', 'submission_');
    new_name := replace(new_name, 'upload_part_', 'upload_chunk_');
    new_name := replace(new_name, '_parts_', '_chunk_set_');
    new_name := replace(new_name, '_is_machine_', '_is_bot_');
    new_name := replace(new_name, '_place_key_', '_original_path_key_');
    new_name := replace(new_name, '_deepest_', '_max_folder_depth_');
    new_name := replace(new_name, '_told_at_', '_claims_issued_at_');
    if new_name <> old.conname then
      execute format('alter table %s rename constraint %I to %I', old.table_name, old.conname, new_name);
    end if;
  end loop;
end $$;
