import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';

/** Dependencies of the calls about holds. */
export interface HoldDeps {
  database: Database;
  clock: Clock;
}
