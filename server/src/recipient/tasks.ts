import * as z from 'zod';
import { jobKind, task, type Task } from '../platform/jobs/index.ts';
import { Throttle } from '../throttle/index.ts';
import { deleteEnded } from './gate.queries.ts';
import {
  FORMER_SUBMISSION_NOTICE,
  type NoticeDeps,
  sendSubmissionNotice,
  SUBMISSION_NOTICE,
} from './notices.ts';
import { type CodeMailDeps, MAIL_CODE, mailCode } from './request-code.ts';

const TIDY_VISITS = jobKind('tidy-visits', z.looseObject({}));

/** The jobs of visits. */
export function visitTasks(given: CodeMailDeps & Omit<NoticeDeps, 'throttle'>): {
  tasks: Task[];
  crontab: string[];
} {
  const deps = { ...given, throttle: new Throttle(given) };
  return {
    tasks: [
      task(MAIL_CODE, (request) => mailCode(deps, request)),
      task(SUBMISSION_NOTICE, ({ visitId }) => sendSubmissionNotice(deps, visitId)),
      task(FORMER_SUBMISSION_NOTICE, ({ visitId }) => sendSubmissionNotice(deps, visitId)),
      task(TIDY_VISITS, () => deps.database.transaction(deleteEnded)),
    ],
    crontab: [`19 * * * * ${TIDY_VISITS.name}`],
  };
}
