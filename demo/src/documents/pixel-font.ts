/**
 * A 5 by 7 dot font for ASCII 32..90, five bytes a character, one byte a column, lowest bit on top. Scans and receipts
 * are drawn with it, because a server may have no fonts.
 */
const COLUMNS = Buffer.from(
  [
    '000000000000005f00000007000700147f147f14242a7f2a12231308646236495620500008070300001c2241000041221c00',
    '2a1c7f1c2a08083e080800807030000808080808000060600020100804023e5149453e00427f400072494949462141494d33',
    '1814127f1027454545393c4a49493141211109073649494936464949291e0000140000004034000000081422411414141414',
    '00412214080201590906',
    '3e415d594e7c1211127c7f494949363e414141227f4141413e7f494949417f090909013e414151737f0808087f00417f4100',
    '2040413f017f081422417f404040407f021c027f7f0408107f3e4141413e7f090909063e4151215e7f091929462649494932',
    '03017f01033f4040403f1f2040201f3f4038403f63140814630304780403',
    '6159494d43',
  ].join(''),
  'hex',
);

const FIRST = 32;
const WIDTH = 5;

/** The width of a character with the gap after it, in dots. */
export const CHARACTER_WIDTH = WIDTH + 1;

/** The dots of a text as (column, row) pairs; lower case becomes upper case, missing characters become '?'. */
export function* textDots(text: string): Generator<[x: number, y: number]> {
  for (const [place, character] of text.toUpperCase().split('').entries()) {
    const code = character.charCodeAt(0) - FIRST;
    const known = code >= 0 && code < COLUMNS.length / WIDTH ? code : '?'.charCodeAt(0) - FIRST;
    for (let column = 0; column < WIDTH; column += 1) {
      const bits = COLUMNS[known * WIDTH + column] ?? 0;
      for (let row = 0; row < 8; row += 1) {
        if ((bits >> row) & 1) yield [place * CHARACTER_WIDTH + column, row];
      }
    }
  }
}
