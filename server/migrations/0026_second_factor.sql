-- GUARD-33: second factors of accounts with a password, and the challenges of sign-ins and changes that are not finished.

create table authenticator_app (
  account_id vault_id primary key references account (id) on delete cascade,
  secret_sealed bytea not null,
  -- the time step of the last code; a code of this step or an earlier one is refused
  last_step bigint not null,
  added_at timestamptz(3) not null
);

create table passkey (
  id uuid primary key default gen_random_uuid(),
  account_id vault_id not null references account (id) on delete cascade,
  -- of the authenticator, base64url
  credential_id text not null constraint passkey_credential unique,
  name text not null,
  public_key bytea not null,
  -- of the authenticator's last reply; 0 where it does not count
  counter bigint not null,
  transports text[] not null,
  added_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkey_account on passkey (account_id);

-- A used code is deleted.
create table recovery_code (
  account_id vault_id not null references account (id) on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

create table factor_challenge (
  token_hash bytea primary key,
  account_id vault_id not null references account (id) on delete cascade,
  purpose text not null constraint factor_challenge_purpose check (purpose in ('sign-in', 'set-up', 'change')),
  -- of the password that was verified: a change of the password ends the challenge
  password_hash text not null,
  -- of a change: it ends with the session; null for a token of the issuer
  session_hash bytea references session (token_hash) on delete cascade,
  -- of an authenticator app that is not confirmed
  app_secret_sealed bytea,
  -- that the passkey must sign, base64url
  passkey_challenge text,
  expires_at timestamptz(3) not null
);
create index factor_challenge_account on factor_challenge (account_id);
create index factor_challenge_expiry on factor_challenge (expires_at);
create index factor_challenge_session on factor_challenge (session_hash);
