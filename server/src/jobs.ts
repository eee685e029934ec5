import * as z from 'zod';
import { tidyTickets } from './download/index.ts';
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
  const sessions = jobKind('tidy-sessions', byTheClock);
  const tickets = jobKind('tidy-tickets', byTheClock);
  return {
    tasks: [task(sessions, () => tidySessions(parts)), task(tickets, () => tidyTickets(parts))],
    crontab: [`7 * * * * ${sessions.name}`, `13 * * * * ${tickets.name}`].join('\n'),
  };
}
