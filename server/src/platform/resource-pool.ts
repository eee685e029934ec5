import { type Sender, TurnQueue } from './turn-queue.ts';

export interface PoolOptions {
  maxWaitMs: number;
  /** maximum number of waiting callers; unlimited when absent */
  maxWaiting?: number;
  /** creates the error for a caller that is not served */
  busy: () => Error;
}

/** A call that waits for a resource. */
interface Waiter<Resource> {
  take: (resource: Resource) => void;
  refuse: () => void;
}

/**
 * Lends each resource to one caller at a time. Senders take turns, so that the many calls of one delay another by one
 * call only (GUARD-41).
 */
export class ResourcePool<Resource> {
  readonly #free: Resource[];
  readonly #queue = new TurnQueue<Waiter<Resource>>();
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
    const [next] = this.#queue.nextOfEach();
    if (next === undefined) {
      this.#free.push(resource);
      return;
    }
    this.#queue.serve(next);
    next.call.take(resource);
  }

  async #wait(sender: Sender): Promise<Resource> {
    const { maxWaitMs, busy } = this.#options;
    this.#makeRoomFor(sender);
    const { promise, resolve, reject } = Promise.withResolvers<Resource>();
    const waiting = { sender, call: { take: resolve, refuse: () => reject(busy()) } };
    this.#queue.add(waiting);
    const timer = setTimeout(() => {
      if (this.#queue.remove(waiting)) waiting.call.refuse();
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
    if (this.#queue.size < maxWaiting) return;
    const last = this.#queue.lastOfMost();
    if (last === undefined || this.#queue.countOf(last.sender) <= this.#queue.countOf(sender) + 1)
      throw busy();
    this.#queue.remove(last);
    last.call.refuse();
  }
}
