interface Waiting<Call, Result> {
  call: Call;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/** What became of one call among several that were done together. */
export type Outcome<Result> = { result: Result } | { error: unknown };

/**
 * Does calls that change one record in turns: what comes while a turn runs is done together in the next one. Writers
 * of a record follow each other anyway (docs/decisions/record-lock.md); so ten of them at once cost two transactions
 * and two connections in a row, not ten.
 */
export class PerRecord<Call, Result> {
  readonly #work: (recordId: string, calls: readonly Call[]) => Promise<Outcome<Result>[]>;
  readonly #sizeOf: (call: Call) => number;
  readonly #maxSize: number;
  readonly #waiting = new Map<string, Waiting<Call, Result>[]>();

  /**
   * @param work does calls together, all or nothing, with an outcome for each in their order
   * @param sizeOf how much a call is; a turn takes calls up to `maxSize` in all, or a single larger one
   */
  constructor(
    work: (recordId: string, calls: readonly Call[]) => Promise<Outcome<Result>[]>,
    { sizeOf, maxSize }: { sizeOf: (call: Call) => number; maxSize: number },
  ) {
    this.#work = work;
    this.#sizeOf = sizeOf;
    this.#maxSize = maxSize;
  }

  /** @throws what the call alone throws: the failure of another one in its turn is not its own */
  run(recordId: string, call: Call): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = this.#waiting.get(recordId);
    if (waiting === undefined) {
      this.#waiting.set(recordId, [{ call, resolve, reject }]);
      void this.#takeTurns(recordId);
    } else {
      waiting.push({ call, resolve, reject });
    }
    return promise;
  }

  async #takeTurns(recordId: string): Promise<void> {
    const waiting = this.#waiting.get(recordId);
    if (waiting === undefined) return;
    while (waiting.length > 0) await this.#turn(recordId, this.#next(waiting));
    this.#waiting.delete(recordId);
  }

  #next(waiting: Waiting<Call, Result>[]): Waiting<Call, Result>[] {
    let size = 0;
    const end = waiting.findIndex(({ call }, index) => {
      size += this.#sizeOf(call);
      return index > 0 && size > this.#maxSize;
    });
    return waiting.splice(0, end < 0 ? waiting.length : end);
  }

  async #turn(recordId: string, turn: readonly Waiting<Call, Result>[]): Promise<void> {
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
    } catch (error) {
      const [only] = turn;
      if (turn.length === 1) only?.reject(error);
      // Together they failed, and nothing was done: each by itself shows whose failure it is.
      else for (const one of turn) await this.#turn(recordId, [one]);
    }
  }
}
