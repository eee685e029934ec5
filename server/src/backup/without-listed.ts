interface Keyed {
  key: string;
}

/**
 * The contents that are in none of the lists. All are in the order of their keys, and are read only once.
 */
export async function* withoutListed<T extends Keyed>(
  contents: AsyncIterable<T>,
  lists: readonly AsyncIterable<Keyed>[],
): AsyncGenerator<T> {
  const cursors = lists.map((list) => new Cursor(list));
  try {
    for await (const content of contents) {
      const isListed = await Promise.all(cursors.map((cursor) => cursor.has(content.key)));
      if (!isListed.includes(true)) yield content;
    }
  } finally {
    await Promise.all(cursors.map((cursor) => cursor.end()));
  }
}

/** Reads a list as far as it is asked for keys, which must come in their order. */
class Cursor {
  readonly #keys: AsyncIterator<Keyed>;
  #key: string | null = null;
  #hasEnded = false;

  constructor(list: AsyncIterable<Keyed>) {
    this.#keys = list[Symbol.asyncIterator]();
  }

  async has(key: string): Promise<boolean> {
    while (!this.#hasEnded && (this.#key === null || this.#key < key)) {
      const next = await this.#keys.next();
      if (next.done === true) this.#hasEnded = true;
      else this.#key = next.value.key;
    }
    return this.#key === key;
  }

  async end(): Promise<void> {
    await this.#keys.return?.();
  }
}
