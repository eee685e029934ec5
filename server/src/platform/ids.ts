import { randomBytes } from 'node:crypto';

/** The kind of an id, by its first three characters (D-05). */
export type IdKind =
  | 'usr'
  | 'rec'
  | 'fld'
  | 'fil'
  | 'lnk'
  | 'ver'
  | 'acc'
  | 'mai'
  | 'vis'
  | 'off'
  | 'bat'
  | 'hld';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Milliseconds since 1970 fit in seven digits of base 62 until the year 2081. */
const TIME_DIGITS = 7;
const RANDOM_DIGITS = 8;

/**
 * A new id of 18 characters [0-9A-Za-z] (D-05). Ids of one kind sort by creation time, so that rows created together
 * are adjacent in an index. An id is not a secret: every call checks the record of the row.
 */
export function newId(kind: IdKind): string {
  return kind + timeDigits(Date.now()) + randomDigits();
}

function timeDigits(time: number): string {
  let rest = time;
  let digits = '';
  for (let i = 0; i < TIME_DIGITS; i += 1) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function randomDigits(): string {
  let digits = '';
  while (digits.length < RANDOM_DIGITS) {
    for (const byte of randomBytes(RANDOM_DIGITS * 2)) {
      // Bytes from 248 (4 * 62) on are skipped, because they would make some digits more likely than others.
      if (byte < 248 && digits.length < RANDOM_DIGITS) digits += ALPHABET.charAt(byte % 62);
    }
  }
  return digits;
}
