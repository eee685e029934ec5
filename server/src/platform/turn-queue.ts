/** Who causes a call; a symbol counts as a sender of its own. */
export type Sender = string | symbol;

/** A call that waits. */
export interface Waiting<Call> {
  sender: Sender;
  call: Call;
}

/** Calls that wait. Senders take turns, each in the order of its calls (GUARD-41). */
export class TurnQueue<Call> {
  /** by sender, in the order of their turns; no list is empty */
  readonly #waiting = new Map<Sender, Call[]>();

  get size(): number {
    let size = 0;
    for (const calls of this.#waiting.values()) size += calls.length;
    return size;
  }

  countOf(sender: Sender): number {
    return this.#waiting.get(sender)?.length ?? 0;
  }

  add({ sender, call }: Waiting<Call>): void {
    const calls = this.#waiting.get(sender);
    if (calls === undefined) this.#waiting.set(sender, [call]);
    else calls.push(call);
  }

  /** The next call of each sender, in the order of their turns. */
  *nextOfEach(): Generator<Waiting<Call>> {
    for (const [sender, [call]] of this.#waiting) if (call !== undefined) yield { sender, call };
  }

  /** The last call of the sender with the most calls. */
  lastOfMost(): Waiting<Call> | undefined {
    let most: { sender: Sender; calls: readonly Call[] } | null = null;
    for (const [sender, calls] of this.#waiting) {
      if (calls.length > (most?.calls.length ?? 0)) most = { sender, calls };
    }
    const call = most?.calls.at(-1);
    return most === null || call === undefined ? undefined : { sender: most.sender, call };
  }

  /** Removes a call that is served: the other senders have their turns before its sender's next one. */
  serve(waiting: Waiting<Call>): void {
    this.remove(waiting);
    const rest = this.#waiting.get(waiting.sender);
    if (rest === undefined) return;
    this.#waiting.delete(waiting.sender);
    this.#waiting.set(waiting.sender, rest);
  }

  /** @returns false when it does not wait any more */
  remove({ sender, call }: Waiting<Call>): boolean {
    const calls = this.#waiting.get(sender) ?? [];
    const index = calls.indexOf(call);
    if (index < 0) return false;
    calls.splice(index, 1);
    if (calls.length === 0) this.#waiting.delete(sender);
    return true;
  }
}
