/** A source of repeatable choices: the same seed always gives the same sequence of numbers. */
export interface Random {
  /** The next number, 0 inclusive to 1 exclusive. */
  next(): number;
  /** A whole number, both ends inclusive. */
  int(min: number, max: number): number;
  /** One of the items. Throws RangeError when there are none. */
  pick<T>(items: readonly T[]): T;
  /** `count` different items in their first order (all of them when there are fewer). */
  sample<T>(items: readonly T[], count: number): T[];
  /** True with the probability given, 0 to 1. */
  chance(probability: number): boolean;
}

/**
 * Creates a repeatable source of choices from any text. Each demo file uses its path as seed, so that its content does
 * not change when another file is added before it. Not for secrets: mulberry32 is predictable.
 */
export function seededRandom(seed: string): Random {
  let state = hash(seed);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick(items) {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
    sample(items, count) {
      const left = items.map((item, place) => ({ item, place }));
      while (left.length > count) left.splice(int(0, left.length - 1), 1);
      return left.map(({ item }) => item);
    },
    chance: (probability) => next() < probability,
  };
}

/** FNV-1a over UTF-16 units: spreads neighbouring names ('INV-0001', 'INV-0002') well enough for a seed. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}
