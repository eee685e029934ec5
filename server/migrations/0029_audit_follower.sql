-- AUDIT-08: how far the receivers of the settings AUDIT_SYSLOG and AUDIT_WEBHOOK_URL have the audit.
create table audit_follower (
  receiver text primary key check (receiver in ('syslog', 'webhook')),
  -- the last row of audit_chain that it has
  last_seq bigint not null default 0,
  -- since when it refuses entries or cannot be reached; null while it works
  failing_since timestamptz
);
