import { countDamaged, newestRound, type ScrubRound } from '../blobs/index.ts';
import { mailCounts, type MailCounts, openMails, type OpenMail } from '../mail/index.ts';
import type { Database } from '../platform/database/index.ts';
import { type FailedJob, listFailedJobs } from '../platform/failed-jobs/index.ts';
import { NO_REASON } from './failed-jobs.ts';
import { withoutAddresses } from './without-addresses.ts';

/** What needs an administrator, as stored in the database. */
export interface Status {
  /** newest first */
  failedJobs: (FailedJob & { reason: string })[];
  mailCounts: MailCounts;
  /** mails that failed, are unconfirmed or wait; newest first */
  mails: OpenMail[];
  /** contents that are marked as damaged (SAFE-02) */
  damagedBlobs: number;
  /** the newest round of the scrub; null before the first one */
  scrub: ScrubRound | null;
}

/**
 * Reads the state for an administrator (SAFE-29). It contains no personal addresses and no contents of mails.
 * @param limit maximum number of entries of each list
 */
export async function readStatus({ kysely }: Pick<Database, 'kysely'>, limit: number): Promise<Status> {
  const [jobs, counts, mails, damagedBlobs, scrub] = await Promise.all([
    listFailedJobs(kysely, limit),
    mailCounts(kysely),
    openMails(kysely, limit),
    countDamaged(kysely),
    newestRound(kysely),
  ]);
  return {
    failedJobs: jobs.map((job) => ({ ...job, reason: withoutAddresses(job.reason ?? NO_REASON) })),
    mailCounts: counts,
    mails: mails.map((mail) => ({
      ...mail,
      reason: mail.reason === null ? null : withoutAddresses(mail.reason),
    })),
    damagedBlobs,
    scrub,
  };
}
