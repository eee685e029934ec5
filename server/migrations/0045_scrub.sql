-- SAFE-02: the rounds of the scrub, which reads the bytes of every content again. At most one of them is running.

create table scrub_round (
  number integer primary key generated always as identity,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- contents that are stored later belong to the next round
  last_blob_id bigint not null,
  -- the contents of the round at its start
  total_blobs bigint not null check (total_blobs >= 0),
  -- the position: contents with higher ids are still to be read
  checked_blob_id bigint not null default 0,
  checked_blobs bigint not null default 0,
  checked_bytes bigint not null default 0,
  damaged_blobs bigint not null default 0,
  -- the process that reads, and when it last stored its position
  runner uuid,
  active_at timestamptz(3)
);
create unique index scrub_round_running on scrub_round ((true)) where finished_at is null;
