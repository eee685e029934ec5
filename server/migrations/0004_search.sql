-- Finding items by their names and by their text.

create extension if not exists btree_gin;

-- Words that stand anywhere in a name: its trigrams. Not by record, for a list of all items of a record in the index
-- would be gone through by each search; small records are looked through by their list of names.
create index item_name_parts on item using gin (name_key gin_trgm_ops) where trashed_at is null;
-- How frequent a word is comes from a fine picture of the names (docs/decisions/search.md).
alter table item alter column name_key set statistics 1000;
-- What changed in a span of time lies together on disk, mostly: an index of a few pages, which costs nothing to keep.
create index item_by_time on item using brin (modified_at) with (autosummarize = on);
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
