-- Legal holds and retention rules (SAFE-12).

create table hold (
  id vault_id primary key,
  record_id vault_id not null references record (id),
  -- the folder for which it was set; the root for the whole record. No foreign key: the hold outlives it
  folder_id vault_id not null,
  -- a retention rule: years after the creation of a version; null: a legal hold, until it is lifted
  keep_years integer check (keep_years between 1 and 100),
  reason text not null,
  set_at timestamptz(3) not null,
  set_by text not null,
  -- null: in force
  lifted_at timestamptz(3)
);
create index hold_in_force on hold (set_at desc, id) where lifted_at is null;

-- The items that a hold in force protects, each with everything below it: the folder for which it was set, and what was
-- moved out of it. No foreign key on item: it would cost each deletion a lookup, and the policy is checked before.
create table held_item (
  record_id vault_id not null,
  item_id vault_id not null,
  hold_id vault_id not null references hold (id),
  primary key (record_id, item_id, hold_id)
);
create index held_item_hold on held_item (hold_id);

-- The holds that protect an item: its own, and those of the folders above it.
create function holds_over(of_record text, of_item text) returns setof text language sql stable set search_path from current as $$
  with recursive up (id, parent_id) as (
    select id, parent_id from item where record_id = of_record and id = of_item
    union all
    select p.id, p.parent_id from up join item p on p.record_id = of_record and p.id = up.parent_id
  )
  select distinct h.hold_id::text from up join held_item h on h.record_id = of_record and h.item_id = up.id
$$;

-- The time of the newest version or folder in an item, without what was moved to the trash before the item.
create function newest_in(of_record text, of_item text) returns timestamptz language sql stable set search_path from current as $$
  with recursive down (id, kind, created_at) as (
    select id, kind, created_at from item where record_id = of_record and id = of_item
    union all
    select c.id, c.kind, c.created_at from down join item c on c.record_id = of_record and c.parent_id = down.id
    where not exists (select from trash t where t.record_id = of_record and t.item_id = c.id)
  )
  select max(case kind when 'folder' then created_at else (
    select v.created_at from version v where v.record_id = of_record and v.file_id = down.id
    order by v.created_at desc, v.id limit 1
  ) end) from down
$$;

-- An item that leaves a protected folder stays protected, whatever moves it.
create function carry_holds() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from held_item where record_id = old.record_id) then
    insert into held_item (record_id, item_id, hold_id)
    select old.record_id, old.id, former.hold_id from (
      select holds_over(old.record_id, old.parent_id) except select holds_over(new.record_id, new.id)
    ) former (hold_id)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger item_leaves_hold after update of parent_id on item for each row
  when (old.parent_id is distinct from new.parent_id) execute function carry_holds();
