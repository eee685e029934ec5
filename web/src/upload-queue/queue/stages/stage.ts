import { Messages } from '@vault/contract';
import type { Availability } from '../../../availability/index.ts';
import type { Limiter } from '../limiter.ts';
import type { Activity, UploadItem } from '../item.ts';
import type { UidMemory } from '../uid-memory.ts';
import { StageError, type Pack, type Transport } from '../transport.ts';

/** One running item: functions to read and change it, and the dependencies of its pipeline. */
export interface Run {
  get: () => UploadItem;
  change: (next: (item: UploadItem) => UploadItem) => void;
  transport: Transport;
  /** resolves when a step that found the vault unavailable can be repeated */
  availability: Pick<Availability, 'suspect' | 'untilAvailable'>;
  pack: Pack;
  /** limits the items that send or scan at once, so that connections are left for other calls */
  longCalls: Limiter;
  /** epoch milliseconds */
  now: () => number;
  newUid: () => string;
  uids: UidMemory;
  signal: AbortSignal;
}

/** Sets the current step of the item. */
export const setActivity = (run: Run, activity: Activity | null): void =>
  run.change((item) => ({ ...item, activity }));

/** Returns the error of a failed call; an unexpected error becomes a failed upload. */
export const failureOf = (error: unknown): StageError =>
  error instanceof StageError ? error : new StageError(0, Messages.uploadFailed);
