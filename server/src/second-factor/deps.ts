import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import type { Sealer } from '../platform/tokens/index.ts';
import type { SessionTimes } from '../session/index.ts';
import type { Throttle } from '../throttle/index.ts';

/** The dependencies of the second factor. */
export interface SecondFactorDeps {
  database: Database;
  clock: Clock;
  sealer: Sealer;
  throttle: Throttle;
  settings: SessionTimes & { requireSecondFactor: boolean; brand: { name: string } };
  /** the address of the vault that leaves the server (GUARD-04) */
  vaultOrigin: () => string;
}
