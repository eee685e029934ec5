import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';

/** Dependencies of the calls of the trash. */
export interface TrashDeps {
  database: Database;
  clock: Clock;
}

/** Dependencies of the jobs of the trash. */
export interface TrashJobDeps extends TrashDeps {
  log: Log;
  settings: {
    /** TRASH-23; null means no limit */
    trashRetentionDays: number | null;
  };
}
