-- The tickets that have not expired are limited by the number of their entries (GUARD-24): of one person in a
-- record or of one visit, and of one link. Tickets from before count for nothing; they expire within ten minutes.

alter table download_ticket add column link_id vault_id, add column entry_count integer not null default 0;
create index download_ticket_account on download_ticket (record_id, account_id);
create index download_ticket_link on download_ticket (record_id, link_id) where link_id is not null;
