-- Mails that name the person who shares, and times in the words of their readers (USE-43).

-- Where answers go: the person who shares, when the link names that person. null: nowhere but the vault's own address.
alter table mail add column reply_to text;

-- The language of a recipient's browser, from the last time the address was proven by a code (C44). Deleted when it is
-- a year old.
create table recipient_language (
  -- in lower case
  email text primary key,
  -- BCP 47, such as 'de-CH'
  language_tag text not null check (length(language_tag) between 2 and 35),
  seen_at timestamptz(3) not null default now()
);
create index recipient_language_age on recipient_language (seen_at);
