-- The states that items, links and rights had before each change (AUDIT-09), written by triggers in the transaction of the
-- change, because rights and links also change by the command line, the accounts file, the issuer and jobs. A row is the
-- state that held until `until`; the state at a moment is the first row with a later `until`, else the present row.
-- A transaction adds the state before it one time: it has no states in between for others (tx_at). Moments of callers
-- have milliseconds, so that `until` is cut to them: a change shows at once. Only ids and flags;
-- the names of people stay in `account`. Nothing here has a foreign key, because the states outlive what they describe.

-- From when on the states are complete.
create table past_states (
  is_only boolean primary key default true check (is_only),
  complete_from timestamptz(3) not null default clock_timestamp()
);
insert into past_states default values;

create table item_past (
  record_id vault_id not null,
  item_id vault_id not null,
  tx_at timestamptz not null default now(),
  until timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  created_at timestamptz not null,
  parent_id vault_id,
  kind text not null,
  name text not null,
  is_trashed boolean not null,
  primary key (item_id, tx_at)
);

create table link_past (
  record_id vault_id not null,
  link_id vault_id not null,
  tx_at timestamptz not null default now(),
  until timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  maker_id vault_id not null,
  -- null: no expiry
  expires_at timestamptz,
  is_deleted boolean not null,
  primary key (link_id, tx_at)
);

create table account_past (
  account_id vault_id not null,
  tx_at timestamptz not null default now(),
  until timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  -- null: the account did not exist
  permissions jsonb,
  is_active boolean not null,
  has_password boolean not null,
  primary key (account_id, tx_at)
);

create table membership_past (
  account_id vault_id not null,
  record_id vault_id not null,
  tx_at timestamptz not null default now(),
  until timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  was_member boolean not null,
  primary key (record_id, account_id, tx_at)
);

-- The claims of the issuer about an account (external_identity).
create table claims_past (
  account_id vault_id not null,
  tx_at timestamptz not null default now(),
  until timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  -- false: the issuer had not signed this account in yet
  was_known boolean not null,
  permissions jsonb,
  records text[],
  primary key (account_id, tx_at)
);

-- Files that were merged into another one (D-13): who received the source has bytes that are now versions of the target.
create table merged_file (
  record_id vault_id not null,
  source_id vault_id not null,
  target_id vault_id not null,
  primary key (source_id)
);
create index merged_file_target on merged_file (target_id);

create function keep_item_past() returns trigger language plpgsql set search_path from current as $$
begin
  insert into item_past (record_id, item_id, created_at, parent_id, kind, name, is_trashed)
  values (old.record_id, old.id, old.created_at, old.parent_id, old.kind, old.name, old.trashed_at is not null)
  on conflict do nothing;
  return null;
end $$;
create trigger item_past_changed after update of parent_id, name, trashed_at on item for each row
  when (old.parent_id is distinct from new.parent_id or old.name <> new.name
    or (old.trashed_at is null) <> (new.trashed_at is null))
  execute function keep_item_past();
create trigger item_past_deleted after delete on item for each row execute function keep_item_past();

create function keep_link_past() returns trigger language plpgsql set search_path from current as $$
begin
  insert into link_past (record_id, link_id, maker_id, expires_at, is_deleted)
  values (old.record_id, old.id, old.created_by_id, old.expires_at, old.deleted_at is not null)
  on conflict do nothing;
  return null;
end $$;
create trigger link_past_changed after update of created_by_id, expires_at, deleted_at on link for each row
  when (old.created_by_id <> new.created_by_id or old.expires_at is distinct from new.expires_at
    or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function keep_link_past();

create function keep_account_past() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into account_past (account_id, is_active, has_password) values (new.id, false, false) on conflict do nothing;
  else
    insert into account_past (account_id, permissions, is_active, has_password)
    values (old.id, old.permissions, old.is_active, old.password_hash is not null) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger account_past_added after insert on account for each row execute function keep_account_past();
create trigger account_past_changed after update on account for each row
  when (old.permissions is distinct from new.permissions or old.is_active is distinct from new.is_active
    or (old.password_hash is null) <> (new.password_hash is null))
  execute function keep_account_past();

create function keep_membership_past() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into membership_past (account_id, record_id, was_member)
    values (new.account_id, new.record_id, false) on conflict do nothing;
  else
    insert into membership_past (account_id, record_id, was_member)
    values (old.account_id, old.record_id, true) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger membership_past_changed after insert or delete on membership for each row
  execute function keep_membership_past();

create function keep_claims_past() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into claims_past (account_id, was_known) values (new.account_id, false) on conflict do nothing;
  else
    insert into claims_past (account_id, was_known, permissions, records)
    values (old.account_id, true, old.permissions, old.records) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger claims_past_added after insert on external_identity for each row execute function keep_claims_past();
create trigger claims_past_changed after update of permissions, records on external_identity for each row
  when (old.permissions is distinct from new.permissions or old.records is distinct from new.records)
  execute function keep_claims_past();

-- Past states are only added, as entries of the audit are (AUDIT-02).
do $$
declare
  name text;
begin
  foreach name in array array['past_states', 'item_past', 'link_past', 'account_past', 'membership_past', 'claims_past',
    'merged_file']
  loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_audit_change()',
      name || '_append_only', name);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_audit_change()',
      name || '_no_truncate', name);
  end loop;
end $$;

-- Who received the files of a record, newest first.
create index audit_entry_access on audit_entry (record_id, at desc, id desc)
  where action in ('file.preview', 'file.download', 'office.open') and outcome = 'success';
