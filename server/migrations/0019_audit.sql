-- The audit (AUDIT-01 to AUDIT-03). Entries outlive everything that they name, so nothing here has a foreign key.

create table audit_entry (
  id bigint generated always as identity primary key,
  -- entries are chained in the order of their transactions, when no earlier transaction can add entries
  xact xid8 not null default pg_current_xact_id(),
  at timestamptz(3) not null default clock_timestamp(),
  -- one of AUDIT_ACTIONS of the contract package
  action text not null,
  outcome text not null check (outcome in ('success', 'refused', 'failed')),
  record_id vault_id,
  actor_kind text not null check (actor_kind in ('person', 'visitor', 'anonymous', 'system', 'command')),
  -- the account that acted
  person_id vault_id,
  -- the link and the visit of a visitor; the link also when it is the object
  link_id vault_id,
  visit_id vault_id,
  -- the request in the log
  request_id uuid,
  object_kind text,
  object_id text,
  -- name and path at that time
  object_name text,
  object_path text,
  details jsonb not null,
  -- What redaction removes: names, addresses and programs of people. The chain has only personal_hash, the SHA-256 of
  -- the salt and the canonical JSON of `personal`, so it stays whole.
  personal jsonb,
  personal_salt bytea,
  personal_hash bytea not null check (octet_length(personal_hash) = 32),
  -- the entry that says who redacted this one
  redacted_by bigint,
  constraint audit_entry_redaction check (
    (personal is null) = (redacted_by is not null) and (personal is null) = (personal_salt is null))
);
-- for the chain
create index audit_entry_xact on audit_entry (xact, id);
-- for pages, newest first
create index audit_entry_at on audit_entry (at desc, id desc);
create index audit_entry_record on audit_entry (record_id, at desc, id desc) where record_id is not null;
create index audit_entry_person on audit_entry (person_id, at desc, id desc) where person_id is not null;
create index audit_entry_object on audit_entry (object_id, at desc, id desc) where object_id is not null;
create index audit_entry_link on audit_entry (link_id, at desc, id desc) where link_id is not null;

-- The chain of each record, and the one of the entries without a record (AUDIT-03).
create table audit_chain (
  -- numbers all rows without gaps
  seq bigint primary key,
  entry_id bigint not null unique,
  -- the record; empty for entries without one
  scope text not null,
  -- numbers the entries of a scope from 1
  position bigint not null,
  -- SHA-256 of the hash before it in the scope and the canonical JSON of the entry
  hash bytea not null check (octet_length(hash) = 32),
  unique (scope, position)
);

-- How far entries are chained. A restored dump has the transaction ids of another cluster: all entries are then checked.
create table audit_chain_state (
  is_only boolean primary key default true check (is_only),
  cluster_id text not null,
  -- every entry of an earlier transaction is chained
  chained_below xid8 not null
);

-- The signatures of the heads of all chains (AUDIT-03).
create table audit_seal (
  number int primary key,
  at timestamptz(3) not null,
  -- the last row of the chain that the seal covers
  last_seq bigint not null,
  -- [scope, position, hash] of each head that changed since the seal before, by scope
  heads jsonb not null,
  -- SHA-256 of the signed text of the seal before; zeros for the first
  former_hash bytea not null check (octet_length(former_hash) = 32),
  public_key bytea not null check (octet_length(public_key) = 32),
  signature bytea not null check (octet_length(signature) = 64)
);

-- AUDIT-02: rows are only added. The one change is a redaction: it removes the personal data of an entry, and an entry of
-- the same transaction lists it.
create function refuse_audit_change() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'audit_entry' then
    if old.personal is not null and new.personal is null
      and to_jsonb(new) - '{personal,personal_salt,redacted_by}'::text[]
        = to_jsonb(old) - '{personal,personal_salt,redacted_by}'::text[]
      and exists (
        select from audit_entry redaction
        where redaction.id = new.redacted_by and redaction.action = 'audit.redact'
          and redaction.xact = pg_current_xact_id() and redaction.details -> 'entries' @> to_jsonb(old.id))
    then
      return new;
    end if;
  end if;
  raise exception '% of % is refused: the audit is append-only', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entry_no_truncate before truncate on audit_entry
  for each statement execute function refuse_audit_change();
create trigger audit_chain_append_only before update or delete on audit_chain
  for each row execute function refuse_audit_change();
create trigger audit_chain_no_truncate before truncate on audit_chain
  for each statement execute function refuse_audit_change();
create trigger audit_seal_append_only before update or delete on audit_seal
  for each row execute function refuse_audit_change();
create trigger audit_seal_no_truncate before truncate on audit_seal
  for each statement execute function refuse_audit_change();

-- Removes the personal data of the entries that an entry 'audit.redact' of this transaction lists. Runs with the rights
-- of the owner, because the server's role cannot update the table (GUARD-07).
create function redact_audit_entries(redaction_id bigint) returns bigint
language plpgsql security definer set search_path from current as $$
declare
  redacted bigint;
begin
  update audit_entry entry set personal = null, personal_salt = null, redacted_by = redaction_id
  from audit_entry redaction, jsonb_array_elements(redaction.details -> 'entries') listed (id)
  where redaction.id = redaction_id and entry.id = (listed.id)::bigint and entry.personal is not null;
  get diagnostics redacted = row_count;
  return redacted;
end
$$;
