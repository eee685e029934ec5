-- GUARD-02: the accounts of the demo have public passwords, so they are locked while the demo is off.

-- null: not an account of the demo
alter table account add column demo_state text
  constraint account_demo_state check (demo_state in ('open', 'locked'));
-- Earlier versions loaded the demo without this mark. Loading an accounts file with one of these ids removes the mark.
update account set demo_state = 'open'
where id in ('usrAda000000000001', 'usrBen000000000001', 'usrChloe0000000001', 'usrDan000000000001',
  'usrEve000000000001');
