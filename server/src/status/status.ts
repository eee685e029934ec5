import { mailCounts, type MailCounts, openMails, type OpenMail } from '../mail/index.ts';
import type { Database } from '../platform/database/index.ts';
import { type FailedJob, listFailedJobs } from '../platform/failed-jobs/index.ts';
import { NO_REASON } from './failed-jobs.ts';
import { withoutAddresses } from './without-addresses.ts';

/** What waits for an administrator, as far as the database knows. */
export interface Status {
  /** the newest first */
  failedJobs: (FailedJob & { reason: string })[];
  mailCounts: MailCounts;
  /** mails that failed, are unconfirmed or wait; the newest first */
  mails: OpenMail[];
}

/**
 * Reads what an administrator has to know (SAFE-29). Nothing of it holds a person's address or a mail's contents.
 * @param limit entries of each list at most
 */
export async function readStatus({ kysely }: Pick<Database, 'kysely'>, limit: number): Promise<Status> {
  const [jobs, counts, mails] = await Promise.all([
    listFailedJobs(kysely, limit),
    mailCounts(kysely),
    openMails(kysely, limit),
  ]);
  return {
    failedJobs: jobs.map((job) => ({ ...job, reason: withoutAddresses(job.reason ?? NO_REASON) })),
    mailCounts: counts,
    mails: mails.map((mail) => ({
      ...mail,
      reason: mail.reason === null ? null : withoutAddresses(mail.reason),
    })),
  };
}
