-- Reads the statistics of the tables that uploads, copies and deletions fill. Only the owner of a table can do that, and
-- the server's role owns nothing (GUARD-07). A table that is being analyzed already is left out.
create function refresh_statistics() returns void
language plpgsql security definer set search_path from current as $$
begin
  analyze (skip_locked) item, version, blob;
end
$$;
