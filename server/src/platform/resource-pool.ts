export interface PoolOptions {
  maxWaitMs: number;
  /** maximum number of waiting callers; unlimited when absent */
  maxWaiting?: number;
  /** creates the error for a caller that is not served */
  busy: () => Error;
}

/** Lends each resource to one caller at a time, in the order of the calls. */
export class ResourcePool<Resource> {
  readonly #free: Resource[];
  readonly #waiting = new Set<(resource: Resource) => void>();
  readonly #options: PoolOptions;

  constructor(resources: readonly Resource[], options: PoolOptions) {
    this.#free = [...resources];
    this.#options = options;
  }

  /** @throws `busy()` when too many callers wait, or nothing becomes free in time */
  async use<T>(work: (resource: Resource) => Promise<T>): Promise<T> {
    const resource = this.#free.pop() ?? (await this.#wait());
    try {
      return await work(resource);
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#free.push(resource);
      else next(resource);
    }
  }

  #wait(): Promise<Resource> {
    const { maxWaitMs, maxWaiting = Infinity, busy } = this.#options;
    if (this.#waiting.size >= maxWaiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(take);
        reject(busy());
      }, maxWaitMs);
      const take = (resource: Resource) => {
        clearTimeout(timer);
        this.#waiting.delete(take);
        resolve(resource);
      };
      this.#waiting.add(take);
    });
  }
}
