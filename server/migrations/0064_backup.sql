-- SAFE-04: while a backup holds this lease, no stored bytes are deleted. One backup runs at a time.
create table backup_lease (
  is_only boolean primary key default true check (is_only),
  holder uuid not null,
  expires_at timestamptz not null
);
