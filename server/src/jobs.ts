import * as z from 'zod';
import { blobTasks, type SweepDeps } from './blobs/index.ts';
import { tidyTickets } from './download/index.ts';
import type { Blobs } from './platform/blobs/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Database, Log } from './platform/database/index.ts';
import { jobKind, type Task, task } from './platform/jobs/index.ts';
import { type Brand, mailTasks, type MailParts } from './mail/index.ts';
import { officeTasks } from './office/index.ts';
import { type ThumbnailDeps, thumbnailTasks } from './preview/index.ts';
import { visitTasks } from './recipient/index.ts';
import { tidySessions } from './session/index.ts';
import { type TextParts, searchTasks } from './search/index.ts';
import { failedJobTasks } from './status/index.ts';
import { tidyAttempts } from './throttle/index.ts';
import { trashTasks } from './trash/index.ts';
import { sweepUploads } from './upload/index.ts';

export interface JobParts extends TextParts, MailParts, SweepDeps, ThumbnailDeps {
  settings: { brand: Brand; trashRetentionDays: number | null };
  database: Database;
  blobs: Blobs;
  clock: Clock;
  log: Log;
}

/** Scheduled jobs have no payload. */
const byTheClock = z.looseObject({});

/** Returns all jobs and their schedule. */
export function jobsOf(parts: JobParts): { tasks: Task[]; crontab: string } {
  const sessions = jobKind('tidy-sessions', byTheClock);
  const attempts = jobKind('tidy-attempts', byTheClock);
  const tickets = jobKind('tidy-tickets', byTheClock);
  const uploads = jobKind('sweep-uploads', byTheClock, { queue: 'sweep' });
  const areas = [
    blobTasks(parts),
    searchTasks(parts),
    thumbnailTasks(parts),
    mailTasks(parts),
    visitTasks(parts),
    trashTasks(parts),
    officeTasks(parts),
    failedJobTasks(parts),
  ];
  return {
    tasks: [
      ...areas.flatMap((area) => area.tasks),
      task(sessions, () => tidySessions(parts)),
      task(attempts, () => tidyAttempts(parts)),
      task(tickets, () => tidyTickets(parts)),
      task(uploads, () => sweepUploads(parts)),
    ],
    crontab: [
      ...areas.flatMap((area) => area.crontab),
      `7 * * * * ${sessions.name}`,
      `11 * * * * ${attempts.name}`,
      `13 * * * * ${tickets.name}`,
      `*/10 * * * * ${uploads.name}`,
    ].join('\n'),
  };
}
