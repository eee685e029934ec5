/** Random numbers that repeat for the same seed (mulberry32, public domain). Not for secrets. */
export class Random {
  #state: number;

  /** @param seeds integers, such as the seed of a campaign and the number of a step */
  constructor(...seeds: number[]) {
    this.#state = seeds.reduce((state, seed) => mix(state ^ Math.trunc(seed)), 0x9e_37_79_b9);
  }

  /** @returns a number from 0 up to, but not including, 1 */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    return mix(this.#state) / 2 ** 32;
  }

  /** @returns an integer from 0 up to, but not including, `limit` */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** @returns true in this share of the calls, 0 to 1 */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** @returns one item of a list that is not empty */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** @returns one key, each as often as its weight says */
  weighted<K extends string>(weights: Record<K, number>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return (entries.at(-1) as [K, number])[0];
  }

  /** @returns random bytes */
  bytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; at += 1) bytes[at] = this.below(256);
    return bytes;
  }
}

/** @returns an unsigned 32-bit integer */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}
