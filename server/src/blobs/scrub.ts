import { randomUUID } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import {
  blobsOfRound,
  claimRound,
  leaveRound,
  markedBlobs,
  newestRound,
  restartRound,
  type ScrubbedBlob,
  type ScrubRound,
  startRound,
  storePosition,
} from './scrub.queries.ts';
import { type BlobState, type ReadLimits, verifyBlob, type VerifyDeps } from './verify-blob.ts';

export interface ScrubDeps extends VerifyDeps {
  clock: Clock;
}

/** The settings of the scrub. */
export interface ScrubSettings {
  /** the days in which the server reads every content one time; 0: it reads none by itself */
  days: number;
  /** the highest rate of reading */
  bytesPerSecond: number;
}

export interface ScrubOptions extends ReadLimits {
  /** true: reads the contents again that the running round has read */
  fromStart?: boolean;
  /** takes the round over from another process, whose work then ends */
  takesOver?: boolean;
  /** the number of contents of the round after which this run ends; no limit by default */
  upTo?: (round: ScrubRound) => number;
  onBlob?: (blob: ScrubbedBlob, state: BlobState, round: ScrubRound) => Promise<void> | void;
}

/** The end of a run: 'ended' by the signal or by `upTo`, 'taken' by another process. */
export interface ScrubRun {
  round: ScrubRound;
  outcome: 'finished' | 'ended' | 'taken';
}

const BATCH = 100;
/** A crash repeats at most the reading of this time. */
const STORE_EVERY_MS = 10_000;
/** A process that has not stored its position for this time has died; a large content takes minutes. */
const RUNNER_DIED_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * SAFE-02: continues the running round, or starts one, and reads its contents in the order of their ids. The position
 * is stored, so that a later run continues.
 * @returns null when another process reads
 * @throws StorageFailed, the database's error; the position is stored as far as possible
 */
export async function scrub(deps: ScrubDeps, options: ScrubOptions): Promise<ScrubRun | null> {
  const { clock, database } = deps;
  const runner = randomUUID();
  const now = clock.now();
  await startRound(database.kysely, now);
  if (options.fromStart === true) await restartRound(database.kysely);
  const activeBefore = options.takesOver === true ? null : new Date(now.getTime() - RUNNER_DIED_MS);
  const round = await claimRound(database.kysely, { runner, now, activeBefore });
  if (round === null) return null;
  return new Run(deps, options, { runner, round }).readAll();
}

/** The round of the server: an equal part of the contents each hour, so that a round takes `days`. */
export async function scrubByTheClock(
  deps: ScrubDeps,
  { days, bytesPerSecond }: ScrubSettings,
  signal: AbortSignal,
): Promise<void> {
  const now = deps.clock.now().getTime();
  const newest = await newestRound(deps.database.kysely);
  const nextStart = (newest?.startedAt.getTime() ?? 0) + days * DAY_MS;
  if (newest !== null && newest.finishedAt !== null && now < nextStart) return;
  const upTo = ({ startedAt, totalBlobs }: ScrubRound) =>
    Math.ceil(totalBlobs * Math.min(1, (now - startedAt.getTime()) / (days * DAY_MS)));
  const run = await scrub(deps, { bytesPerSecond, signal, upTo });
  if (run?.outcome !== 'finished') return;
  const { checkedBlobs, checkedBytes, damagedBlobs } = run.round;
  deps.log.info({ checkedBlobs, checkedBytes, damagedBlobs }, 'Every stored blob was read and compared');
}

/** Reads the marked contents again, and removes the marks of those that are right. @returns what was found */
export async function scrubMarked(
  deps: ScrubDeps,
  {
    onBlob,
    ...limits
  }: ReadLimits & { onBlob?: (blob: ScrubbedBlob, state: BlobState) => Promise<void> | void },
): Promise<Record<BlobState, number>> {
  const found = { intact: 0, damaged: 0, gone: 0 };
  for (let after = 0; ;) {
    const batch = await markedBlobs(deps.database.kysely, { after, limit: BATCH });
    for (const blob of batch) {
      const state = await verifyBlob(deps, blob, limits);
      found[state] += 1;
      await onBlob?.(blob, state);
      after = blob.id;
    }
    if (batch.length < BATCH) return found;
  }
}

class Run {
  readonly #deps: ScrubDeps;
  readonly #options: ScrubOptions;
  readonly #runner: string;
  readonly #round: ScrubRound;
  #storedAt = performance.now();

  constructor(
    deps: ScrubDeps,
    options: ScrubOptions,
    { runner, round }: { runner: string; round: ScrubRound },
  ) {
    this.#deps = deps;
    this.#options = options;
    this.#runner = runner;
    this.#round = round;
  }

  async readAll(): Promise<ScrubRun> {
    const { signal } = this.#options;
    try {
      const outcome = await this.#readBatches();
      if (outcome === 'finished') this.#round.finishedAt = this.#deps.clock.now();
      const isMine = await this.#store();
      return { round: this.#round, outcome: isMine ? outcome : 'taken' };
    } catch (error) {
      const isMine = await this.#store();
      if (!signal.aborted) throw error;
      return { round: this.#round, outcome: isMine ? 'ended' : 'taken' };
    } finally {
      await leaveRound(this.#deps.database.kysely, this.#runner);
    }
  }

  async #readBatches(): Promise<ScrubRun['outcome']> {
    const { upTo = () => Infinity } = this.#options;
    const round = this.#round;
    for (;;) {
      const batch = await blobsOfRound(this.#deps.database.kysely, round, BATCH);
      for (const blob of batch) {
        if (round.checkedBlobs >= upTo(round)) return 'ended';
        await this.#read(blob);
        if (performance.now() - this.#storedAt > STORE_EVERY_MS && !(await this.#store())) return 'taken';
      }
      if (batch.length < BATCH) return 'finished';
    }
  }

  async #read(blob: ScrubbedBlob): Promise<void> {
    const round = this.#round;
    const state = await verifyBlob(this.#deps, blob, this.#options);
    round.checkedBlobId = blob.id;
    round.checkedBlobs += 1;
    round.checkedBytes += blob.sizeBytes;
    if (state === 'damaged') round.damagedBlobs += 1;
    await this.#options.onBlob?.(blob, state, round);
  }

  #store(): Promise<boolean> {
    this.#storedAt = performance.now();
    return storePosition(this.#deps.database.kysely, this.#round, {
      runner: this.#runner,
      now: this.#deps.clock.now(),
    });
  }
}
