import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';

/** What the calls of the trash stand on. */
export interface TrashParts {
  database: Database;
  clock: Clock;
}

/** What its jobs stand on. */
export interface TrashJobParts extends TrashParts {
  log: Log;
  settings: {
    /** TRASH-23; null: for ever */
    trashRetentionDays: number | null;
  };
}
