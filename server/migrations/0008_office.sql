-- Editing in an office service (contract C58).

-- A file that somebody has opened in an office service: for one person, one file and one action, as long as they are
-- signed in, or visit. Its access tokens are signed; taking the row away takes them back.
create table office_grant (
  id vault_id primary key,
  record_id vault_id not null,
  file_id vault_id not null,
  action text not null check (action in ('view', 'edit')),
  -- a person of the vault: with the token that they came with, and whether it is the token of a session
  account_id vault_id references account (id) on delete cascade,
  token_hash bytea,
  is_session boolean,
  -- or somebody behind a link
  visit_id vault_id references visit (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- its page opens for the first browser that comes soon; that one can load it again, no other can
  opens_until timestamptz(3) not null,
  browser_hash bytea,
  foreign key (record_id, file_id) references item (record_id, id) on delete cascade,
  check ((account_id is null) <> (visit_id is null)),
  check ((account_id is null) = (token_hash is null) and (account_id is null) = (is_session is null))
);
create index office_grant_expiry on office_grant (expires_at);
create index office_grant_file on office_grant (record_id, file_id);
create index office_grant_account on office_grant (account_id) where account_id is not null;
create index office_grant_visit on office_grant (visit_id) where visit_id is not null;

-- Who edits a file has its lock: a text that only the office service understands.
create table office_lock (
  record_id vault_id not null,
  file_id vault_id not null,
  lock_id text not null check (length(lock_id) between 1 and 1024),
  expires_at timestamptz(3) not null,
  primary key (record_id, file_id),
  foreign key (record_id, file_id) references item (record_id, id) on delete cascade
);
create index office_lock_expiry on office_lock (expires_at);

-- What an office service keeps about a person (PutUserInfo).
create table office_user_info (
  account_id vault_id primary key references account (id) on delete cascade,
  info text not null check (length(info) <= 1024)
);
