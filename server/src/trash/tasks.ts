import * as z from 'zod';
import { jobKind, task, type Task } from '../platform/jobs/index.ts';
import { PURGE } from './delete-for-ever.ts';
import { emptyByAge, resumePurges } from './empty-by-age.ts';
import type { TrashJobParts } from './parts.ts';
import { purgeRecord } from './purge.ts';

/** Scheduled: deletes old entries and adds lost purge jobs. */
const TIDYING = jobKind('tidy-trash', z.looseObject({}));

/** The jobs of the trash. */
export function trashTasks(parts: TrashJobParts): { tasks: Task[]; crontab: string[] } {
  return {
    tasks: [
      task(PURGE, ({ recordId }, { signal }) => purgeRecord(parts, recordId, { signal })),
      task(TIDYING, async () => {
        await emptyByAge(parts);
        await resumePurges(parts);
      }),
    ],
    crontab: [`17 * * * * ${TIDYING.name}`],
  };
}
