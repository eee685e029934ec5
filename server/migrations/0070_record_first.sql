-- The record is first in the keys of the tables whose rows belong to one record (NODES-08, docs/scaling.md). Rows whose
-- id or token is all that a caller names are found by an index.

alter table link_past drop constraint link_past_pkey, add primary key (record_id, link_id, tx_at);

alter table merged_file drop constraint merged_file_pkey, add primary key (record_id, source_id);

alter table membership drop constraint membership_pkey, add primary key (record_id, account_id);
create index membership_account on membership (account_id, record_id);

alter table held_item drop constraint held_item_hold_id_fkey;
alter table hold drop constraint hold_pkey, add primary key (record_id, id);
create index hold_by_id on hold (id);
alter table held_item add foreign key (record_id, hold_id) references hold (record_id, id);
drop index held_item_hold;
create index held_item_hold on held_item (record_id, hold_id);

alter table submission drop constraint submission_pkey, add primary key (record_id, visit_id, upload_key);

alter table visit drop constraint visit_pkey,
  add primary key (record_id, id), add constraint visit_token_hash_key unique (token_hash);

alter table office_grant drop constraint office_grant_visit_id_fkey,
  drop constraint office_grant_pkey, add primary key (record_id, id);
create index office_grant_by_id on office_grant (id);
drop index office_grant_visit;
create index office_grant_visit on office_grant (record_id, visit_id) where visit_id is not null;
alter table office_grant add foreign key (record_id, visit_id) references visit (record_id, id) on delete cascade;
