import { ByteBudget } from './byte-budget.ts';

/** The size of most documents. */
const SMALL_BYTES = 1024 * 1024;
const SHARE_OF_SMALL = 0.25;

/** The space of all writes to a store. Small objects have a part of their own, so that no large ones delay them. */
export class BudgetBySize {
  readonly #small: ByteBudget;
  readonly #large: ByteBudget;

  constructor(bytes: number) {
    this.#small = new ByteBudget(bytes * SHARE_OF_SMALL);
    this.#large = new ByteBudget(bytes * (1 - SHARE_OF_SMALL));
  }

  /** The space for an object of this size. */
  for(sizeBytes: number): ByteBudget {
    return sizeBytes <= SMALL_BYTES ? this.#small : this.#large;
  }
}
