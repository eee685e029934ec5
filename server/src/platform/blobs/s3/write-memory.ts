import { MemoryBudget } from './memory-budget.ts';

/** The size of most documents. */
const SMALL_BYTES = 1024 * 1024;
const SHARE_OF_SMALL = 0.25;

/** The memory of all writes to a store. Small objects have a part of their own, so that no large ones delay them. */
export class WriteMemory {
  readonly #small: MemoryBudget;
  readonly #large: MemoryBudget;

  constructor(bytes: number) {
    this.#small = new MemoryBudget(bytes * SHARE_OF_SMALL);
    this.#large = new MemoryBudget(bytes * (1 - SHARE_OF_SMALL));
  }

  /** The memory for an object of this size. */
  for(sizeBytes: number): MemoryBudget {
    return sizeBytes <= SMALL_BYTES ? this.#small : this.#large;
  }
}
