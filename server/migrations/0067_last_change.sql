-- The last change of a person, for reads from a replica (NODES-06).

-- the transaction that recorded the person's last change in the audit; null: none since the vault has a replica. Written
-- only with DATABASE_READ_URL
alter table account add column last_change_xid xid8;
