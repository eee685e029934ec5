import * as z from 'zod';
import { jobKind, task, type Task } from '../platform/jobs/index.ts';
import { PURGE } from './delete-for-ever.ts';
import { emptyByAge, resumePurges } from './empty-by-age.ts';
import type { TrashJobDeps } from './deps.ts';
import { purgeRecord } from './purge.ts';

/** Scheduled: deletes old entries and adds lost purge jobs. */
const TIDYING = jobKind('tidy-trash', z.looseObject({}));

/** The jobs of the trash. */
export function trashTasks(deps: TrashJobDeps): { tasks: Task[]; crontab: string[] } {
  return {
    tasks: [
      task(PURGE, ({ recordId }, { signal }) => purgeRecord(deps, recordId, { signal })),
      task(TIDYING, async () => {
        await emptyByAge(deps);
        await resumePurges(deps);
      }),
    ],
    crontab: [`17 * * * * ${TIDYING.name}`],
  };
}
