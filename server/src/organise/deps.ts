import type { NameCharacters } from '@vault/contract';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';

/** What the use cases of this area need. */
export interface OrganiseDeps {
  database: Database;
  clock: Clock;
  settings: { nameCharacters: NameCharacters; recordMaxBytes: number };
}
