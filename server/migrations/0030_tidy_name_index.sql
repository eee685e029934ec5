-- Merges new names from the pending list into the trigram index of names. Only the owner of an index can do that, and the
-- server's role owns nothing (GUARD-07).
create function tidy_name_index() returns bigint
language sql security definer set search_path from current as $$
  select gin_clean_pending_list('item_name_parts'::regclass)
$$;
