-- GUARD-30: a mail that names documents of a record is sent only while its reader may read the record.

-- Account that must be able to read record_id when the mail is sent; null: the mail depends on no account.
alter table mail add column reader_id text;
