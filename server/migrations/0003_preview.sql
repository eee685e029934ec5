-- What a server has rendered for a preview, so that it is rendered once for everybody. The row belongs to bytes and
-- not to a version: copies and equal files share it. Its own bytes are a blob like any other.
create table rendering (
  source_id bigint not null references blob (id) on delete cascade,
  -- as what the bytes were read: the extension of the file's name
  form text not null check (form ~ '^[a-z]{3,4}$'),
  -- what rendered it, with a number that goes up when it renders better
  renderer text not null,
  state text not null check (state in ('working', 'done', 'failed')),
  -- working: until when the process that renders it is believed to live; failed: until when nobody tries again
  valid_until timestamptz(3),
  blob_id bigint references blob (id) on delete cascade,
  media_type text,
  primary key (source_id, form, renderer),
  check ((state = 'done') = (blob_id is not null and media_type is not null)),
  check ((state = 'done') = (valid_until is null))
);
create index rendering_blob on rendering (blob_id) where blob_id is not null;

-- The searches of one person in one record, equal texts together (C14).
create index access_own_searches on access (record_id, accessor_id, content, created_at desc, id)
  where kind = 'Search_File';
