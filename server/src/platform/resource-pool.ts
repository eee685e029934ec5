export interface PoolOptions {
  maxWaitMs: number;
  /** maximum number of waiting callers; unlimited when absent */
  maxWaiting?: number;
  /** creates the error for a caller that is not served */
  busy: () => Error;
}

type Sender = string | symbol;

/** A call that waits for a resource. */
interface Waiter<Resource> {
  sender: Sender;
  take: (resource: Resource) => void;
  refuse: () => void;
}

/**
 * Lends each resource to one caller at a time. Senders take turns, each in the order of its calls, so that the many
 * calls of one delay another by one call only (GUARD-41).
 */
export class ResourcePool<Resource> {
  readonly #free: Resource[];
  /** by sender, in the order of their turns; no list is empty */
  readonly #waiting = new Map<Sender, Waiter<Resource>[]>();
  readonly #options: PoolOptions;

  constructor(resources: readonly Resource[], options: PoolOptions) {
    this.#free = [...resources];
    this.#options = options;
  }

  /**
   * @param sender who causes the work; when left out, each call counts as another sender
   * @throws `busy()` when too many callers wait, or nothing becomes free in time
   */
  async use<T>(work: (resource: Resource) => Promise<T>, sender?: string): Promise<T> {
    const resource = this.#free.pop() ?? (await this.#wait(sender ?? Symbol()));
    try {
      return await work(resource);
    } finally {
      this.#pass(resource);
    }
  }

  #pass(resource: Resource): void {
    const [queue] = this.#waiting.values();
    const next = queue?.[0];
    if (next === undefined) {
      this.#free.push(resource);
      return;
    }
    this.#remove(next);
    // The others have their turns before the sender's next one.
    const rest = this.#waiting.get(next.sender);
    if (rest !== undefined) {
      this.#waiting.delete(next.sender);
      this.#waiting.set(next.sender, rest);
    }
    next.take(resource);
  }

  async #wait(sender: Sender): Promise<Resource> {
    const { maxWaitMs, busy } = this.#options;
    this.#makeRoomFor(sender);
    const { promise, resolve, reject } = Promise.withResolvers<Resource>();
    const waiter: Waiter<Resource> = { sender, take: resolve, refuse: () => reject(busy()) };
    const queue = this.#waiting.get(sender);
    if (queue === undefined) this.#waiting.set(sender, [waiter]);
    else queue.push(waiter);
    const timer = setTimeout(() => {
      if (this.#remove(waiter)) waiter.refuse();
    }, maxWaitMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * When too many wait, refuses the last call of the sender with the most.
   * @throws `busy()` when the new call would be that one
   */
  #makeRoomFor(sender: Sender): void {
    const { maxWaiting = Infinity, busy } = this.#options;
    const queues = [...this.#waiting.values()];
    if (queues.reduce((sum, queue) => sum + queue.length, 0) < maxWaiting) return;
    const longest = queues.reduce((most, queue) => (queue.length > most.length ? queue : most), []);
    const last = longest.at(-1);
    const own = this.#waiting.get(sender)?.length ?? 0;
    if (last === undefined || longest.length <= own + 1) throw busy();
    this.#remove(last);
    last.refuse();
  }

  /** @returns false when it does not wait any more */
  #remove(waiter: Waiter<Resource>): boolean {
    const queue = this.#waiting.get(waiter.sender) ?? [];
    const index = queue.indexOf(waiter);
    if (index < 0) return false;
    queue.splice(index, 1);
    if (queue.length === 0) this.#waiting.delete(waiter.sender);
    return true;
  }
}
