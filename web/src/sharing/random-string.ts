/**
 * USE-42: the characters of passwords, without similar letters and digits (l, I, 1; o, O, 0), because people read
 * passwords out on the phone.
 */
const KINDS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const;
const ALPHABET = KINDS.join('');

/**
 * SHARE-18, SHARE-19: returns random letters and digits from the browser's secure source, with at least one of each
 * kind.
 * @param length 6 by default; at least 3
 */
export function randomString(length = 6): string {
  for (;;) {
    const text = Array.from({ length }, () => ALPHABET[randomBelow(ALPHABET.length)]).join('');
    // A text without one of the kinds is rejected and drawn again, which keeps all allowed texts equally likely.
    if (KINDS.every((kind) => [...text].some((letter) => kind.includes(letter)))) return text;
  }
}

/**
 * Returns a random number below the limit. Bytes at or above the largest multiple of the limit are drawn again, so that
 * all numbers are equally likely.
 */
function randomBelow(limit: number): number {
  const most = 256 - (256 % limit);
  for (;;) {
    const [byte = most] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < most) return byte % limit;
  }
}
