-- Mails that the mail server did not confirm, and jobs that failed for good (SAFE-29).

-- Recipients to whom the mail was handed over without a reply of the mail server: they may have it. While the mail
-- waits, it is sent to them again with the same Message-ID.
alter table mail add column unconfirmed text[] not null default '{}';

-- 'unconfirmed': the attempts are over, and some recipients may have the mail.
alter table mail drop constraint mail_state_check;
alter table mail add constraint mail_state_check
  check (state in ('waiting', 'sent', 'unconfirmed', 'failed', 'withdrawn'));

-- For the counts on /metrics and for `npm run vault -- status`.
create index mail_open on mail (state, created_at) where state in ('waiting', 'unconfirmed', 'failed');

-- Jobs of graphile-worker's queue that have no attempt left, by their id there, from the time at which the vault
-- noticed and logged them.
create table failed_job (
  id bigint primary key,
  noticed_at timestamptz(3) not null
);
create index failed_job_age on failed_job (noticed_at);
