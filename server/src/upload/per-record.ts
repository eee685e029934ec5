import { isTimeout, isUnavailable } from '../platform/database/index.ts';
import { PartUnavailable } from '../platform/unavailable.ts';

interface Waiting<Call, Result> {
  call: Call;
  /** when it began to wait, in ms of the monotonic clock */
  since: number;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/** What became of one call among several that were done together. */
export type Outcome<Result> = { result: Result } | { error: unknown };

export interface PerRecordOptions<Call> {
  /** how large a call is */
  readonly sizeOf: (call: Call) => number;
  /** a turn takes calls up to this size together, or a single larger one */
  readonly maxSize: number;
  /** After a turn that failed because the database does not answer, calls that waited longer fail too; 2 s by default. */
  readonly patienceMs?: number;
}

/** With the longest wait for a lock (8 s, limits.ts) this stays within the 10 s of SAFE-23. */
const PATIENCE_MS = 2_000;

/**
 * Does calls that change one record in turns: calls that arrive while a turn runs share the next one. Writers
 * of a record follow each other anyway (docs/decisions/record-lock.md); so ten of them at once cost two transactions
 * and two connections in a row, not ten.
 */
export class PerRecord<Call, Result> {
  readonly #work: (recordId: string, calls: readonly Call[]) => Promise<Outcome<Result>[]>;
  readonly #options: PerRecordOptions<Call>;
  readonly #waiting = new Map<string, Waiting<Call, Result>[]>();

  /** @param work does calls together, all or nothing, with an outcome for each in their order */
  constructor(
    work: (recordId: string, calls: readonly Call[]) => Promise<Outcome<Result>[]>,
    options: PerRecordOptions<Call>,
  ) {
    this.#work = work;
    this.#options = options;
  }

  /**
   * @throws what the call alone throws: the failure of another one in its turn is not its own
   * @throws what the turn throws when the database does not answer
   */
  run(recordId: string, call: Call): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = this.#waiting.get(recordId);
    const one = { call, since: performance.now(), resolve, reject };
    if (waiting === undefined) {
      this.#waiting.set(recordId, [one]);
      void this.#takeTurns(recordId);
    } else {
      waiting.push(one);
    }
    return promise;
  }

  async #takeTurns(recordId: string): Promise<void> {
    const waiting = this.#waiting.get(recordId);
    if (waiting === undefined) return;
    while (waiting.length > 0) {
      const failure = await this.#turn(recordId, this.#next(waiting));
      if (failure !== null && isOutage(failure.error)) this.#rejectLate(waiting, failure.error);
    }
    this.#waiting.delete(recordId);
  }

  #next(waiting: Waiting<Call, Result>[]): Waiting<Call, Result>[] {
    let size = 0;
    const end = waiting.findIndex(({ call }, index) => {
      size += this.#options.sizeOf(call);
      return index > 0 && size > this.#options.maxSize;
    });
    return waiting.splice(0, end < 0 ? waiting.length : end);
  }

  /** @returns why the turn failed as a whole; null when each call has its outcome */
  async #turn(recordId: string, turn: readonly Waiting<Call, Result>[]): Promise<{ error: unknown } | null> {
    try {
      const outcomes = await this.#work(
        recordId,
        turn.map(({ call }) => call),
      );
      turn.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome !== undefined && 'result' in outcome) resolve(outcome.result);
        else reject(outcome?.error);
      });
      return null;
    } catch (error) {
      // In an outage each repeat would wait as long again, and the turn may be stored all the same (SAFE-28).
      if (turn.length > 1 && !isOutage(error)) return this.#oneByOne(recordId, turn);
      for (const { reject } of turn) reject(error);
      return { error };
    }
  }

  /** Together they failed and nothing was stored: each by itself shows which one is the cause. */
  async #oneByOne(
    recordId: string,
    turn: readonly Waiting<Call, Result>[],
  ): Promise<{ error: unknown } | null> {
    const rest = [...turn];
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) {
      const failure = await this.#turn(recordId, [one]);
      if (failure === null || !isOutage(failure.error)) continue;
      for (const { reject } of rest) reject(failure.error);
      return failure;
    }
    return null;
  }

  #rejectLate(waiting: Waiting<Call, Result>[], error: unknown): void {
    const { patienceMs = PATIENCE_MS } = this.#options;
    const lastLate = performance.now() - patienceMs;
    const firstInTime = waiting.findIndex(({ since }) => since > lastLate);
    const late = waiting.splice(0, firstInTime < 0 ? waiting.length : firstInTime);
    for (const { reject } of late) reject(error);
  }
}

/** The database, or another part, does not answer, or not in time. */
function isOutage(error: unknown): boolean {
  return error instanceof PartUnavailable || isUnavailable(error) || isTimeout(error);
}
