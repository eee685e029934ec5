import { KeyCursor } from './key-cursor.ts';

interface Keyed {
  key: string;
}

/** The contents that are in none of the lists. All are in the order of their keys, and are read only once. */
export async function* withoutListed<T extends Keyed>(
  contents: AsyncIterable<T>,
  lists: readonly AsyncIterable<Keyed>[],
): AsyncGenerator<T> {
  const cursors = lists.map((list) => new KeyCursor(list));
  try {
    for await (const content of contents) {
      const found = await Promise.all(cursors.map((cursor) => cursor.find(content.key)));
      if (found.every((one) => one === null)) yield content;
    }
  } finally {
    await Promise.all(cursors.map((cursor) => cursor.end()));
  }
}
