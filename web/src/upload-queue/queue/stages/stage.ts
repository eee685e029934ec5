import { Messages } from '@vault/contract';
import type { Availability } from '../../../availability/index.ts';
import type { Gate } from '../gate.ts';
import type { Activity, UploadItem } from '../item.ts';
import type { UidMemory } from '../uid-memory.ts';
import { StageError, type Pack, type Transport } from '../transport.ts';

/** One item on its way: read it, change it, and what its pipeline needs from outside. */
export interface Run {
  get: () => UploadItem;
  change: (next: (item: UploadItem) => UploadItem) => void;
  transport: Transport;
  /** tells when a step that found the vault away can be repeated */
  availability: Pick<Availability, 'suspect' | 'untilAvailable'>;
  pack: Pack;
  /** sending and scanning take long: some at a time, so that they leave connections for everything else */
  longCalls: Gate;
  /** epoch milliseconds */
  now: () => number;
  newUid: () => string;
  uids: UidMemory;
  signal: AbortSignal;
}

/** Shows what the item does at this moment. */
export const setActivity = (run: Run, activity: Activity | null): void =>
  run.change((item) => ({ ...item, activity }));

/** What a failed call has to say; anything unforeseen is a plain failure of the upload. */
export const failureOf = (error: unknown): StageError =>
  error instanceof StageError ? error : new StageError(0, Messages.uploadFailed);
