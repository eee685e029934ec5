import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';

/** What the use cases of this area need. */
export interface BringBackDeps {
  database: Database;
  clock: Clock;
  settings: {
    /** the days for which deleted versions keep their bytes */
    keepDays: number;
    /** the size of a record; 0: no limit */
    recordMaxBytes: number;
  };
}
