-- GUARD-03, GUARD-34, DESK-02: one-time addresses. The token is not stored, only its hash.

create table one_time_address (
  token_hash bytea primary key,
  purpose text not null
    constraint one_time_address_purpose check (purpose in ('first-administrator', 'invitation', 'password-reset')),
  -- null: the account does not exist yet
  account_id vault_id references account (id) on delete cascade,
  made_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  constraint one_time_address_account check ((account_id is null) = (purpose = 'first-administrator'))
);
-- A new address replaces the unused one of the same purpose and account, also when several servers make one at once.
create unique index one_time_address_unused on one_time_address (purpose, coalesce(account_id::text, ''))
  where used_at is null;
create index one_time_address_of_account on one_time_address (account_id) where account_id is not null;
create index one_time_address_expiry on one_time_address (expires_at);
