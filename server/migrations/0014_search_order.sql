-- Names of a record in the order of the list: a search for a frequent word reads it from the start and stops at 10,001
-- hits, whatever the record holds (docs/decisions/search.md).
create index item_search_name on item (record_id, kind desc, name_key, name, id) include (parent_id)
  where trashed_at is null;
