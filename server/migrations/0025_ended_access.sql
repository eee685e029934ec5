-- GUARD-30: the end of an access takes effect at the next byte or call.

-- The session with which a ticket was issued: its end ends the ticket. null: a ticket of a visit, whose id is in
-- account_id. Tickets of earlier versions are valid for ten minutes at most and do not name their session.
delete from download_ticket;
alter table download_ticket add column token_hash bytea;
alter table download_ticket add column is_session boolean;
alter table download_ticket add constraint download_ticket_holder
  check ((token_hash is null) = (is_session is null));

-- Open streams of events end at once: the processes check them when a session, a permission or a membership ends. The
-- channel is that of the changes (server/src/events/queries.ts). These transactions are rare, so that the lock of a
-- NOTIFY at their commit does not matter.
create function notify_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('vault_changes', json_build_object('accountId', account_id)::text)
    from (select distinct account_id from ended where expires_at > now()) e;
  return null;
end $$;
create trigger session_ended after delete on session referencing old table as ended
  for each statement execute function notify_ended_session();

create function notify_ended_token() returns trigger language plpgsql as $$
begin
  perform pg_notify('vault_changes', json_build_object('tokenHash', encode(new.token_hash, 'hex'))::text);
  return null;
end $$;
create trigger token_ended after insert on ended_token
  for each row execute function notify_ended_token();

create function notify_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('vault_changes', json_build_object('accountId', old.id)::text);
  return null;
end $$;
create trigger account_changed after update on account
  for each row when (old.permissions is distinct from new.permissions or old.is_active is distinct from new.is_active)
  execute function notify_account();

create function notify_account_of_row() returns trigger language plpgsql as $$
begin
  perform pg_notify('vault_changes', json_build_object('accountId', old.account_id)::text);
  return null;
end $$;
create trigger membership_ended after delete on membership
  for each row execute function notify_account_of_row();
create trigger claims_changed after update of permissions, records on external_identity
  for each row when (old.permissions is distinct from new.permissions or old.records is distinct from new.records)
  execute function notify_account_of_row();
