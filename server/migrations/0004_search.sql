-- Finding items by their names and by their text.

create extension if not exists btree_gin;

-- Words that stand anywhere in a name: its trigrams, of one record only.
create index item_name_parts on item using gin (record_id, name_key gin_trgm_ops) where trashed_at is null;
-- Frequent words are looked for in the order in which they are shown, and the search stops when a page is full …
-- By a hash of the record: PostgreSQL plans the look-ups of uploads while the table is empty, and would take an index
-- that begins with the record for them, and keep to it.
create index item_by_name on item (hashtextextended(record_id, 0), kind, name_key, name, id)
  where trashed_at is null;
-- … and how frequent they are is known from a fine picture of the names (docs/decisions/search.md).
alter table item alter column name_key set statistics 1000;
create index item_by_time on item (hashtextextended(record_id, 0), modified_at, id) where trashed_at is null;
-- Where nothing but files was deleted, whatever is found is known to be live.
create index item_trashed_folders on item (record_id) where kind = 'folder' and trashed_at is not null;

-- What can be read in a file's bytes, once for a record: copies, versions and equal files share it.
create table document_text (
  record_id vault_id not null references record (id),
  blob_id bigint not null references blob (id) on delete cascade,
  -- '' when nothing can be read in it
  content text not null,
  words tsvector not null,
  primary key (record_id, blob_id)
);
create index document_text_words on document_text using gin (record_id, words);
create index document_text_blob on document_text (blob_id);
