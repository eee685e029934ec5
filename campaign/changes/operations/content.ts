import { createHash, randomUUID } from 'node:crypto';
import type { Random } from '../../support/random.ts';

const MAX_BYTES = 60_000;

/** Bytes of a new file: text, which the vault can edit; no two files have the same. Most are short. */
export function newContent(random: Random): Buffer {
  const line = `${randomUUID()} ${random.next()}\n`;
  return Buffer.from(line.repeat(1 + Math.floor((random.next() ** 3 * MAX_BYTES) / line.length)));
}

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
