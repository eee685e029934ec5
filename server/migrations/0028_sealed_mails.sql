-- GUARD-06: the text of a waiting mail contains links, codes and one-time addresses. It is sealed with the secret key,
-- so that a copy of the database opens none of them.

-- JSON {text, html}, sealed; null unless the mail waits.
alter table mail add column body_sealed bytea;
-- The same, not sealed: of mails that waited during the upgrade. The start of the vault seals it.
alter table mail add column plain_body text;
update mail set plain_body = json_build_object('text', text_body, 'html', html_body)::text where state = 'waiting';

-- A server of the earlier version fails on the table from here on. It could send sealed mails as empty ones.
alter table mail drop column text_body, drop column html_body;
alter table mail add constraint mail_body_check check (state = 'waiting' or body_sealed is null);
