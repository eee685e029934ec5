-- What visitors handed in through requests, for as long as the link exists: receipts, 'You have given' (USE-15), and
-- whose file a file is (USE-07). The rows of `upload` end after a day, those of `visit` after an hour.
create table hand_in (
  record_id vault_id not null,
  link_id vault_id not null,
  visit_id vault_id not null,
  upload_key text not null,
  -- the proven address in lower case; null behind a public link
  email text,
  -- what the visitor calls it, with its path below the folder of the request; the only name that visitors see
  given_path text not null,
  folder_id vault_id not null,
  file_id vault_id not null,
  version_id uuid not null,
  -- the name under which it was stored
  stored_name text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  received_at timestamp(3) with time zone not null,
  -- false: the visitor had given this file with these bytes before, and nothing was stored
  is_stored boolean not null,
  -- given_path of an earlier file of the same visit with the same bytes
  same_as text,
  is_notified boolean not null default false,
  primary key (visit_id, upload_key),
  foreign key (record_id, link_id) references link (record_id, id) on delete cascade
);
create index hand_in_of_visit on hand_in (visit_id, received_at);
create index hand_in_of_link on hand_in (record_id, link_id, email, received_at);

-- Sharers are notified by `hand_in.is_notified`.
alter table visit drop column told_until;

-- USE-13: the files that a view record is about. Of many files only the first names are kept.
alter table access
  add column file_names text[] not null default '{}',
  add column file_count integer not null default 0;
-- The record of a transfer, so that a hand-in of several files can extend it.
alter table visit_action add column access_id vault_id;
