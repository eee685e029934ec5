import * as z from 'zod';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/index.ts';
import { jobKind, type Task, task } from './platform/jobs/index.ts';
import { tidySessions } from './session/index.ts';

export interface JobParts {
  database: Database;
  clock: Clock;
}

/** Jobs by the clock are told nothing. */
const byTheClock = z.looseObject({});

/** The work that is done beside the requests, and when. */
export function jobsOf(parts: JobParts): { tasks: Task[]; crontab: string } {
  const tidy = jobKind('tidy-sessions', byTheClock);
  return {
    tasks: [task(tidy, () => tidySessions(parts))],
    crontab: `7 * * * * ${tidy.name}`,
  };
}
