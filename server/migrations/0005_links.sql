-- Links, who may open them, who has opened them, and the mails that tell of them.

-- What was shared or asked for, until when, and what it allows. A deleted link keeps its row (D-28); whether it has
-- expired is a matter of the clock and stored nowhere (D-29).
create table link (
  record_id vault_id not null references record (id),
  id vault_id not null,
  kind text not null check (kind in ('SHARE', 'REQUEST')),
  -- the address is looked up by the hash and shown again from the sealed token: a copy of the database opens nothing
  token_hash bytea not null unique,
  token_sealed bytea not null,
  is_public boolean not null,
  -- sealed, because the details show it again (D-35); null: none is asked for
  password_sealed bytea,
  -- null: never
  expires_at timestamptz(3),
  allow_download boolean not null,
  allow_edit boolean not null,
  notify boolean not null,
  add_name boolean not null,
  message text not null,
  -- the folder in which the items lie; of a request: in which the folder lies that receives
  folder_id vault_id not null,
  -- the names of the items, joined; kept true by the trigger below while they live (D-43)
  name text not null,
  name_key text not null generated always as (left(lower(name), 400)) stored,
  -- where they lay when the link was made: shown when that place is gone for ever
  location text not null,
  created_at timestamptz(3) not null,
  created_by_id vault_id not null,
  created_by text not null,
  deleted_at timestamptz(3),
  deleted_by text,
  -- D-33: kept with the access records, in their transaction
  access_times int not null default 0,
  last_accessed_at timestamptz(3),
  primary key (record_id, id),
  check ((deleted_at is null) = (deleted_by is null))
);
-- One index per sort of the list.
create index link_by_id on link (id);
create index link_by_created_at on link (record_id, created_at, id);
create index link_by_name on link (record_id, name_key, id);
create index link_by_access_times on link (record_id, access_times, id);

create table link_item (
  record_id vault_id not null,
  link_id vault_id not null,
  position int not null,
  -- without a foreign key: an item that is gone for ever stays named, so that nothing else can take its place
  item_id vault_id not null,
  kind text not null check (kind in ('folder', 'file')),
  name text not null,
  primary key (record_id, link_id, position),
  foreign key (record_id, link_id) references link (record_id, id) on delete cascade
);
create index link_item_item on link_item (record_id, item_id);

create table link_recipient (
  record_id vault_id not null,
  link_id vault_id not null,
  position int not null,
  -- as it was entered; compared in lower case
  email text not null,
  primary key (record_id, link_id, position),
  foreign key (record_id, link_id) references link (record_id, id) on delete cascade
);

-- D-43: links show the present names of their items.
create function rename_in_links() returns trigger language plpgsql as $$
begin
  update link_item set name = new.name where record_id = new.record_id and item_id = new.id;
  if found then
    update link set name = names.name
    from (
      select all_of.link_id, string_agg(all_of.name, ', ' order by all_of.position) as name
      from link_item renamed
      join link_item all_of on all_of.record_id = renamed.record_id and all_of.link_id = renamed.link_id
      where renamed.record_id = new.record_id and renamed.item_id = new.id
      group by all_of.link_id
    ) names
    where link.record_id = new.record_id and link.id = names.link_id;
  end if;
  return null;
end $$;
create trigger item_renamed after update of name on item
  for each row when (old.name is distinct from new.name) execute function rename_in_links();

-- Somebody behind a link who has proven what it asks for; for an hour, unless the link is deleted or gets another
-- password before.
create table visit (
  token_hash bytea primary key,
  id vault_id not null unique,
  record_id vault_id not null,
  link_id vault_id not null,
  -- the proven address; null behind a public link
  email text,
  -- a machine that follows every link in a mail, not a person
  is_machine boolean not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- what was handed in until then has been told to the sharer
  told_until timestamptz(3) not null default '-infinity',
  foreign key (record_id, link_id) references link (record_id, id) on delete cascade
);
create index visit_of_link on visit (record_id, link_id);
create index visit_expiry on visit (expires_at);

-- What a visit has done already: each action on each thing is one view, however often its bytes are asked for.
create table visit_action (
  visit_id vault_id not null references visit (id) on delete cascade,
  action text not null,
  subject text not null,
  primary key (visit_id, action, subject)
);

-- The newest code of a recipient (C43).
create table link_code (
  record_id vault_id not null,
  link_id vault_id not null,
  -- in lower case
  email text not null,
  code_hash bytea not null,
  tries int not null default 0,
  expires_at timestamptz(3) not null,
  primary key (record_id, link_id, email),
  foreign key (record_id, link_id) references link (record_id, id) on delete cascade
);
create index link_code_expiry on link_code (expires_at);

-- Views of links by people, and apart from them those by machines.
alter table access drop constraint access_kind_check;
alter table access add constraint access_kind_check
  check (kind in ('Download', 'Search_File', 'Link_View', 'Link_Machine_View'));

-- Mails on their way out, written in the transaction of what they tell of; a job sends them.
create table mail (
  id vault_id primary key,
  record_id vault_id,
  -- a deleted link sends no more mail
  link_id vault_id,
  sender_name text,
  recipients text[] not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  state text not null check (state in ('waiting', 'sent', 'failed', 'withdrawn')),
  attempts int not null default 0,
  last_error text,
  -- whoever sends it has it to himself until then; a server that is killed meanwhile loses it then
  taken_until timestamptz(3),
  created_at timestamptz(3) not null,
  -- after this it is of no use any more
  expires_at timestamptz(3) not null,
  -- when the first recipient got it
  sent_at timestamptz(3)
);
create index mail_of_link on mail (record_id, link_id) where link_id is not null;
create index mail_age on mail (created_at);
