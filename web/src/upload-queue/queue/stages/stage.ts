import { KIB, Messages } from '@vault/contract';
import type { Availability } from '../../../availability/index.ts';
import type { Limiter } from '../limiter.ts';
import type { Activity, UploadItem } from '../item.ts';
import type { UidMemory } from '../uid-memory.ts';
import { StageError, type ItemTransport, type Pack } from '../transport.ts';

/** A running item: functions that read and change it, and the dependencies of its pipeline. */
export interface Run {
  get: () => UploadItem;
  change: (next: (item: UploadItem) => UploadItem) => void;
  transport: ItemTransport;
  /** the availability of the vault; steps that meet an outage wait for it */
  availability: Pick<Availability, 'suspect' | 'untilAvailable'>;
  pack: Pack;
  /** limits how many items send or scan at the same time, so that other calls have connections */
  longCalls: Limiter;
  /** returns the current time in epoch milliseconds */
  now: () => number;
  newUid: () => string;
  uids: UidMemory;
  signal: AbortSignal;
}

/** An item of at most this many bytes uses a connection only briefly, so it need not take turns with other items. */
const SMALL_BYTES = 256 * KIB;

export const isSmall = (sizeBytes: number): boolean => sizeBytes <= SMALL_BYTES;

/** Sets the current step of the item. */
export const setActivity = (run: Run, activity: Activity | null): void =>
  run.change((item) => ({ ...item, activity }));

/** Returns the error of a failed call; an unexpected error becomes a failed upload. */
export const failureOf = (error: unknown): StageError =>
  error instanceof StageError ? error : new StageError(0, Messages.uploadFailed);
