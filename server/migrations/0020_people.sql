-- GUARD-31: people are disabled and removed. The row of a removed account stays, so that its name stays in history and
-- neither the accounts file nor a token creates the account again.

alter table account add column disabled_at timestamp(3) with time zone;
alter table account add column removed_at timestamp(3) with time zone;
-- The only place that decides whether an account can sign in and whether its rights apply (GUARD-02, GUARD-31).
alter table account add column is_active boolean not null generated always as
  (disabled_at is null and removed_at is null and demo_state is distinct from 'locked') stored;

-- The links of a person are ended or given to another one.
create index link_by_maker on link (created_by_id) where deleted_at is null;
-- All sessions of a person end.
create index session_of_account on session (account_id);
