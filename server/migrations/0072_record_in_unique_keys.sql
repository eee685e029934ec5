-- The record is in each unique key of the tables whose rows belong to one record, except the audit, the mails and the
-- uploads (NODES-08, docs/scaling.md). Tokens and ids are random: an index that finds them need not be unique.

alter table record drop constraint record_root_id_key;

alter table item_past drop constraint item_past_pkey, add primary key (record_id, item_id, tx_at);

alter table download_ticket drop constraint download_ticket_pkey, add primary key (record_id, id);
create index download_ticket_by_id on download_ticket (id);

alter table link drop constraint link_token_hash_key;
create index link_by_token on link (token_hash);

alter table visit_action add column record_id vault_id;
update visit_action set record_id = visit.record_id from visit where visit.id = visit_action.visit_id;
alter table visit_action alter column record_id set not null,
  drop constraint visit_action_visit_id_fkey,
  drop constraint visit_action_pkey,
  add primary key (record_id, visit_id, action, subject),
  add foreign key (record_id, visit_id) references visit (record_id, id) on delete cascade;

alter table visit drop constraint visit_token_hash_key, drop constraint visit_id_key;
create index visit_by_token on visit (token_hash);
create index visit_by_id on visit (id);
