-- GUARD-32: people see and end their sessions, and a session ends some time after its last use.

alter table session
  -- names a session towards its owner
  add column id uuid not null default gen_random_uuid() constraint session_id unique,
  -- the end of a session that is used until then; expires_at is earlier: it moves with each use
  add column ends_at timestamptz(3),
  add column last_used_at timestamptz(3) not null default now(),
  -- of the last use
  add column address text not null default '',
  add column user_agent text not null default '';
update session set ends_at = expires_at;
alter table session alter column ends_at set not null;
create index session_account on session (account_id);
