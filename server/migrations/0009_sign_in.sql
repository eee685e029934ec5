-- Sign-in by the portal's own issuer (OpenID Connect), and passwords that people change themselves.

-- Who comes by the issuer has no password here.
alter table account alter column password_hash drop not null;
-- An e-mail address names somebody only where it is typed: at the sign-in with a password. So a person of the issuer
-- can never come into the account of a person with the same address, nor keep that address from being used.
drop index account_email;
create unique index account_email on account (lower(email)) where password_hash is not null;

-- The password as it last came from the accounts file (its hash is then the same text as password_hash, until the
-- person chooses another one); null: it never came from there. The file counts again only when it says something new.
alter table account add column loaded_hash text;
update account set loaded_hash = password_hash;

-- The people of an issuer, and what the newest token told of their rights; null: nothing, an administrator's word counts.
create table external_identity (
  issuer text not null,
  subject text not null,
  account_id vault_id not null unique references account (id) on delete cascade,
  -- of everything that was taken from the token, so that nothing is written when nothing is new
  claims_hash bytea not null,
  told_at timestamptz(3) not null,
  permissions jsonb,
  records text[],
  primary key (issuer, subject)
);

-- Tokens of the issuer that their people have ended here, for as long as they would be good.
create table ended_token (
  token_hash bytea primary key,
  expires_at timestamptz(3) not null
);
create index ended_token_expiry on ended_token (expires_at);
