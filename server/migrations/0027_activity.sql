-- Pages of the audit for one action (AUDIT-05), newest first.
create index audit_entry_action on audit_entry (action, at desc, id desc);
