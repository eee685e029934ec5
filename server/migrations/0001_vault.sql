-- The vault's tables. Every table that belongs to a client record starts its key with record_id, so that a
-- cluster can be sharded by record without touching the queries.
--
-- Who writes to a record's tree first takes that record's row (`for no key update`): one writer at a time per
-- record, readers never wait. That makes cycles, deadlocks and wrong counts impossible by construction
-- (docs/decisions/record-lock.md).

create extension if not exists pg_trgm;

create domain vault_id as text check (value ~ '^[0-9A-Za-z]{18}$');

-- Settings and secrets that every server process of one vault shares.
create table setting (
  name text primary key,
  value jsonb not null
);

create table record (
  id vault_id primary key,
  name text not null,
  root_id vault_id not null unique,
  created_at timestamptz(3) not null default now()
);

create table account (
  id vault_id primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  permissions jsonb not null,
  updated_at timestamptz(3) not null default now()
);
create unique index account_email on account (lower(email));

-- Which further records an account may open; its own record has the account's id (D-04).
create table membership (
  account_id vault_id not null references account (id) on delete cascade,
  record_id vault_id not null references record (id),
  primary key (account_id, record_id)
);

create table session (
  token_hash bytea primary key,
  account_id vault_id not null references account (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index session_expiry on session (expires_at);

-- Failed or counted attempts, for throttling across server processes (P13).
create table attempt (
  kind text not null,
  subject text not null,
  address text not null,
  attempted_at timestamptz(3) not null default now()
);
create index attempt_lookup on attempt (kind, subject, address, attempted_at);
create index attempt_age on attempt (attempted_at);

-- Immutable bytes, stored once per SHA-256. The storage key is made by the blob store and never used twice, so
-- removing a blob can never hit bytes that somebody stored meanwhile.
create table blob (
  id bigint generated always as identity primary key,
  sha256 bytea not null unique check (length(sha256) = 32),
  storage_key text not null unique,
  size_bytes bigint not null check (size_bytes >= 0),
  crc32 bigint not null check (crc32 between 0 and 4294967295),
  created_at timestamptz(3) not null default now(),
  -- the last time an upload chose this blob: the sweeper leaves young ones alone
  used_at timestamptz(3) not null default now()
);

-- Storage keys that no row names any more, until the store has removed them.
create table blob_garbage (
  storage_key text primary key,
  discarded_at timestamptz(3) not null default now()
);

-- Folders and files in one adjacency list: rename and move change one row, whatever hangs below.
create table item (
  record_id vault_id not null references record (id),
  id vault_id not null,
  -- null only for the root of a record
  parent_id vault_id,
  kind text not null check (kind in ('folder', 'file')),
  name text not null check (length(name) <= 400),
  -- the order of names that people expect: without regard to upper and lower case
  name_key text not null generated always as (lower(name)) stored,
  modified_at timestamptz(3) not null,
  modified_by text not null,
  modified_by_key text not null generated always as (lower(modified_by)) stored,
  trashed_at timestamptz(3),
  share_to_client boolean not null default true,
  category text not null default 'Other',
  as_of_date date not null default (now() at time zone 'utc')::date,
  created_at timestamptz(3) not null default now(),

  -- files: the current version
  external_id uuid,
  current_version_id uuid,
  version_count int not null default 0,
  size_bytes bigint not null default 0 check (size_bytes >= 0),

  -- folders: live children by kind, and the bytes of all live current versions below. They are in no index, so
  -- that keeping them is cheap (heap-only updates).
  folder_count int not null default 0 check (folder_count >= 0),
  file_count int not null default 0 check (file_count >= 0),
  subtree_bytes bigint not null default 0 check (subtree_bytes >= 0),

  primary key (record_id, id),
  foreign key (record_id, parent_id) references item (record_id, id),
  check (parent_id is distinct from id),
  check (
    (kind = 'file' and parent_id is not null and external_id is not null and current_version_id is not null
      and version_count > 0)
    or (kind = 'folder' and external_id is null and current_version_id is null and version_count = 0
      and size_bytes = 0)
  )
) with (fillfactor = 85);

-- NAME-07: two live siblings of one kind never share a name, whatever races.
create unique index item_live_name on item (record_id, parent_id, kind, name) where trashed_at is null;
-- Calls that name an item by its id alone look it up here.
create index item_by_id on item (id);
create index item_by_external_id on item (external_id) where external_id is not null;
-- One index per sort of a folder's page.
create index item_list_name on item (record_id, parent_id, kind, name_key, name, id) where trashed_at is null;
create index item_list_size on item (record_id, parent_id, size_bytes, id)
  where trashed_at is null and kind = 'file';
create index item_list_modified_at on item (record_id, parent_id, modified_at, id)
  where trashed_at is null and kind = 'file';
create index item_list_modified_by on item (record_id, parent_id, modified_by_key, id)
  where trashed_at is null and kind = 'file';
-- The tree of a record reads its folders only.
create index item_folders on item (record_id) where kind = 'folder' and trashed_at is null;

-- A file's content over time.
create table version (
  record_id vault_id not null,
  file_id vault_id not null,
  id uuid not null,
  row_id vault_id not null,
  blob_id bigint not null references blob (id),
  size_bytes bigint not null check (size_bytes >= 0),
  created_at timestamptz(3) not null,
  created_by text not null,
  created_by_id text,
  -- which scanner judged the bytes
  scanned_by text not null,
  primary key (record_id, file_id, id),
  foreign key (record_id, file_id) references item (record_id, id) on delete cascade
);
create index version_by_id on version (id);
create index version_newest on version (record_id, file_id, created_at desc, id);
create index version_blob on version (blob_id);

-- What was deleted from where, by whom, when. A folder is one entry that carries its whole subtree (D-24).
create table trash (
  record_id vault_id not null,
  item_id vault_id not null,
  original_path text not null,
  deleted_at timestamptz(3) not null,
  deleted_by_id vault_id not null,
  deleted_by text not null,
  primary key (record_id, item_id),
  foreign key (record_id, item_id) references item (record_id, id) on delete cascade
);

-- Bytes on their way in. A folder's ZIP has one row under its uid, and one row a file under {uid}_{n}.
create table upload (
  owner_id text not null,
  key text not null,
  -- the uid of the folder's ZIP from which this file came
  archive_key text,
  -- a file's name; inside a folder its path in the ZIP
  name text not null,
  state text not null check (state in ('prepared', 'received', 'passed', 'infected', 'failed', 'stored')),
  -- the bytes: what was scanned is what is stored, because a storage key's bytes never change
  storage_key text,
  size_bytes bigint,
  sha256 bytea,
  crc32 bigint,
  scanned_by text,
  -- where it went
  file_id vault_id,
  version_id uuid,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (owner_id, key),
  check (state in ('prepared', 'infected', 'failed', 'stored') or storage_key is not null)
);
create index upload_expiry on upload (expires_at);
create index upload_archive on upload (owner_id, archive_key) where archive_key is not null;
create index upload_storage on upload (storage_key) where storage_key is not null;

-- Append-only: who previewed, downloaded, searched, opened a link.
create table access (
  record_id vault_id not null,
  id vault_id not null,
  kind text not null check (kind in ('Download', 'Search_File', 'Link_View')),
  -- a file, a record or a link, by kind
  relation_id text not null,
  content text not null,
  version_id uuid,
  accessor_id text,
  accessor text not null,
  address text,
  created_at timestamptz(3) not null default now(),
  primary key (record_id, id)
);
create index access_by_relation on access (record_id, relation_id, kind, created_at desc, id);

-- A download whose entries are frozen, behind a signed address (C54).
create table download_ticket (
  id text primary key,
  record_id vault_id not null references record (id),
  account_id text not null,
  accessor text not null,
  name text not null,
  -- how the entries are sent: 'file' or 'zip', and the entries themselves
  form text not null check (form in ('file', 'zip')),
  entries jsonb not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- set once, when the first byte is asked for
  used_at timestamptz(3)
);
create index download_ticket_expiry on download_ticket (expires_at);
