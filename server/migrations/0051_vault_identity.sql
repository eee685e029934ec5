-- Which vault this is: a bucket of S3 is marked with it, so that two vaults never share one (NODES-01).
create table vault_identity (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into vault_identity default values;
