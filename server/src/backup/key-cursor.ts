interface Keyed {
  key: string;
}

/**
 * Finds items by their keys in a sequence that is in the order of the keys. It is read once, so the wanted keys must be
 * in their order too.
 */
export class KeyCursor<T extends Keyed> {
  readonly #items: AsyncIterator<T>;
  #item: T | null = null;
  #hasEnded = false;

  constructor(items: AsyncIterable<T>) {
    this.#items = items[Symbol.asyncIterator]();
  }

  /** @returns null when the sequence does not have the key */
  async find(key: string): Promise<T | null> {
    while (!this.#hasEnded && (this.#item === null || this.#item.key < key)) {
      // oxlint-disable-next-line no-await-in-loop -- each item follows the one before
      const next = await this.#items.next();
      if (next.done === true) this.#hasEnded = true;
      else this.#item = next.value;
    }
    return this.#item?.key === key ? this.#item : null;
  }

  /** Ends the sequence. */
  async end(): Promise<void> {
    await this.#items.return?.();
  }
}
