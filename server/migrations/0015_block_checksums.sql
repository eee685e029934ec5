-- Checksums by block are XXH3 of each MiB, 8 bytes each, in place of CRC-32 of 256 KiB (SAFE-22, docs/decisions/bytes.md).
-- Null: the blob was stored before they were kept; a job computes them. 'if exists': for a day 0011 made the new columns.
drop index if exists blob_without_block_crcs;
alter table blob drop column if exists block_crcs, add column if not exists block_checksums bytea;
alter table upload drop column if exists block_crcs, add column if not exists block_checksums bytea;
alter table upload_part drop column if exists block_crcs, add column if not exists block_checksums bytea;

create index if not exists blob_without_checksums on blob (id) where block_checksums is null and damaged_at is null;
