import * as z from 'zod';
import { type AuditTaskDeps, auditTasks } from './audit/index.ts';
import { type BlobTaskDeps, blobTasks } from './blobs/index.ts';
import { tidyTickets } from './download/index.ts';
import type { Blobs } from './platform/blobs/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Database, Log } from './platform/database/index.ts';
import { jobKind, type Task, task } from './platform/jobs/index.ts';
import type { SecretKey } from './platform/secrets/index.ts';
import { type Brand, mailTasks, type MailDeps } from './mail/index.ts';
import { passwordResetTasks } from './password-reset/index.ts';
import { officeTasks } from './office/index.ts';
import { tidyOneTimeAddresses } from './one-time-address/index.ts';
import { type ThumbnailDeps, thumbnailTasks } from './preview/index.ts';
import { visitTasks } from './recipient/index.ts';
import { tidyChallenges } from './second-factor/index.ts';
import { tidySessions } from './session/index.ts';
import { type TextDeps, searchTasks } from './search/index.ts';
import { failedJobTasks } from './status/index.ts';
import { tidyAttempts } from './throttle/index.ts';
import { trashTasks } from './trash/index.ts';
import { treeTasks } from './tree/index.ts';
import { sweepUploads } from './upload/index.ts';

export interface JobDeps extends AuditTaskDeps, TextDeps, MailDeps, BlobTaskDeps, ThumbnailDeps {
  settings: AuditTaskDeps['settings'] &
    BlobTaskDeps['settings'] & {
      brand: Brand;
      mailPerHour: number;
      trashRetentionDays: number | null;
    };
  database: Database;
  blobs: Blobs;
  clock: Clock;
  log: Log;
  secretKey: SecretKey;
}

/** Scheduled jobs have no payload. */
const byTheClock = z.looseObject({});

/** Returns all jobs and their schedule. */
export function jobsOf(deps: JobDeps): { tasks: Task[]; crontab: string } {
  const sessions = jobKind('tidy-sessions', byTheClock);
  const addresses = jobKind('tidy-one-time-addresses', byTheClock);
  const challenges = jobKind('tidy-second-factor-challenges', byTheClock);
  const attempts = jobKind('tidy-attempts', byTheClock);
  const tickets = jobKind('tidy-tickets', byTheClock);
  const uploads = jobKind('sweep-uploads', byTheClock, { queue: 'sweep' });
  const areas = [
    auditTasks(deps),
    blobTasks(deps),
    searchTasks(deps),
    thumbnailTasks(deps),
    mailTasks(deps),
    passwordResetTasks(deps),
    visitTasks(deps),
    treeTasks(deps),
    trashTasks(deps),
    officeTasks(deps),
    failedJobTasks(deps),
  ];
  return {
    tasks: [
      ...areas.flatMap((area) => area.tasks),
      task(sessions, () => tidySessions(deps)),
      task(addresses, () => tidyOneTimeAddresses(deps)),
      task(challenges, () => tidyChallenges(deps)),
      task(attempts, () => tidyAttempts(deps)),
      task(tickets, () => tidyTickets(deps)),
      task(uploads, () => sweepUploads(deps)),
    ],
    crontab: [
      ...areas.flatMap((area) => area.crontab),
      `7 * * * * ${sessions.name}`,
      `9 * * * * ${addresses.name}`,
      `10 * * * * ${challenges.name}`,
      `11 * * * * ${attempts.name}`,
      `*/10 * * * * ${tickets.name}`,
      `*/10 * * * * ${uploads.name}`,
    ].join('\n'),
  };
}
