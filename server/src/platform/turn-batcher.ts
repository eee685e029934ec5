import { databaseFailureOf } from './database/index.ts';
import { DependencyUnavailable } from './unavailable.ts';

interface Waiting<Call, Result> {
  call: Call;
  /** start of the wait, in ms of the monotonic clock */
  since: number;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/** The result or error of one call of a turn. */
export type Outcome<Result> = { result: Result } | { error: unknown };

export interface TurnBatcherOptions<Call> {
  /** size of a call */
  readonly sizeOf: (call: Call) => number;
  /** maximum total size of the calls of a turn; a larger call runs alone */
  readonly maxSize: number;
  /** Calls with a key in common never share a turn; absent: any calls do. */
  readonly keysOf?: (call: Call) => readonly string[];
  /** After a turn that failed in an outage, calls that waited longer than this fail as well; in ms, 2 s by default. */
  readonly outageWaitMs?: number;
}

/** Together with the longest wait for a lock (8 s, limits.ts) a call stays within the 10 s of SAFE-23. */
const OUTAGE_WAIT_MS = 2_000;

/**
 * Runs calls that need the same lock in turns: calls that arrive during a turn share the next one. Changes to a record
 * (docs/decisions/record-lock.md) and to the waiting uploads of an owner run one after the other in any case, so ten
 * concurrent calls need two transactions and two connections, one after the other, instead of ten.
 */
export class TurnBatcher<Call, Result> {
  readonly #work: (group: string, calls: readonly Call[]) => Promise<Outcome<Result>[]>;
  readonly #options: TurnBatcherOptions<Call>;
  readonly #waiting = new Map<string, Waiting<Call, Result>[]>();

  /** @param work runs the calls of a group in one transaction, all or nothing; returns an outcome for each, in order */
  constructor(
    work: (group: string, calls: readonly Call[]) => Promise<Outcome<Result>[]>,
    options: TurnBatcherOptions<Call>,
  ) {
    this.#work = work;
    this.#options = options;
  }

  /**
   * @throws the error of this call only: an error of another call of the turn does not affect it
   * @throws the error of the turn when the database does not answer
   */
  run(group: string, call: Call): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = this.#waiting.get(group);
    const one = { call, since: performance.now(), resolve, reject };
    if (waiting === undefined) {
      this.#waiting.set(group, [one]);
      void this.#runTurns(group);
    } else {
      waiting.push(one);
    }
    return promise;
  }

  async #runTurns(group: string): Promise<void> {
    const waiting = this.#waiting.get(group);
    if (waiting === undefined) return;
    while (waiting.length > 0) {
      const failure = await this.#turn(group, this.#next(waiting));
      if (failure !== null && isOutage(failure.error)) this.#rejectExpired(waiting, failure.error);
    }
    this.#waiting.delete(group);
  }

  #next(waiting: Waiting<Call, Result>[]): Waiting<Call, Result>[] {
    const { sizeOf, maxSize, keysOf } = this.#options;
    const taken = new Set<string>();
    let size = 0;
    const end = waiting.findIndex(({ call }, index) => {
      size += sizeOf(call);
      const keys = keysOf?.(call) ?? [];
      const isRepeated = keys.some((key) => taken.has(key));
      for (const key of keys) taken.add(key);
      return index > 0 && (size > maxSize || isRepeated);
    });
    return waiting.splice(0, end < 0 ? waiting.length : end);
  }

  /** @returns the error when the turn failed as a whole; null when each call has its outcome */
  async #turn(group: string, turn: readonly Waiting<Call, Result>[]): Promise<{ error: unknown } | null> {
    try {
      const outcomes = await this.#work(
        group,
        turn.map(({ call }) => call),
      );
      turn.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome !== undefined && 'result' in outcome) resolve(outcome.result);
        else reject(outcome?.error);
      });
      return null;
    } catch (error) {
      // In an outage each repeat would wait as long again, and the turn may have been committed (SAFE-28).
      if (turn.length > 1 && !isOutage(error)) return this.#oneByOne(group, turn);
      for (const { reject } of turn) reject(error);
      return { error };
    }
  }

  /** The failed turn stored nothing; running each call alone shows which one caused the failure. */
  async #oneByOne(group: string, turn: readonly Waiting<Call, Result>[]): Promise<{ error: unknown } | null> {
    const rest = [...turn];
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) {
      const failure = await this.#turn(group, [one]);
      if (failure === null || !isOutage(failure.error)) continue;
      for (const { reject } of rest) reject(failure.error);
      return failure;
    }
    return null;
  }

  #rejectExpired(waiting: Waiting<Call, Result>[], error: unknown): void {
    const { outageWaitMs = OUTAGE_WAIT_MS } = this.#options;
    const lastLate = performance.now() - outageWaitMs;
    const firstInTime = waiting.findIndex(({ since }) => since > lastLate);
    const late = waiting.splice(0, firstInTime < 0 ? waiting.length : firstInTime);
    for (const { reject } of late) reject(error);
  }
}

/** True when a dependency is unavailable. A conflict is no outage: another turn may succeed immediately. */
function isOutage(error: unknown): boolean {
  const failure = databaseFailureOf(error);
  return error instanceof DependencyUnavailable || (failure !== null && failure !== 'conflict');
}
