import { HOSTILE_OBJECTS } from '@vault/contract/testing';
import type { Random } from '../support/random.ts';

/** Texts that many servers fail on. */
const TEXTS = [
  '',
  ' ',
  '.',
  '..',
  '/',
  '//',
  'a/../b',
  '../../../../etc/passwd',
  String.raw`..\..\a`,
  '%',
  '%00',
  '%2e%2e%2f',
  '\0',
  'a\0b',
  '\r\nx: y',
  "';--",
  "' or 1=1 --",
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '-1',
  '-0',
  '1e999',
  '1.5',
  '0x10',
  '9007199254740993',
  '99999999999999999999999999',
  '\uD800',
  '\uDC00\uD800',
  '\uFEFF',
  '\u202Eabc',
  'e\u0301',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  '\u{10FFFF}',
  'ﬀ',
  'İ',
  'ß',
  '$1',
  '${1}',
  '{{1}}',
  '<script>',
  '%s%n',
  '\\',
  '\\x',
  '*',
  ',',
  ',,,,',
  ';',
  '0000-00-00',
  '2026-02-30',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00.000Z',
  '2026-01-01 25:61:61',
  'name,asc,desc',
  'no-such-field,desc',
  '00000000-0000-0000-0000-000000000000',
] as const;

const NUMBERS = [
  -1,
  -0,
  0.5,
  1e9,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  5e-324,
  8.64e15,
  8.65e15,
] as const;

/** Characters of which random texts consist: of every length in UTF-8, and halves of surrogate pairs. */
const CHARACTERS = ['a', 'B', '0', ' ', '"', '\\', '%', '\n', '\t', '\0', 'é', '漢', '\u{1F600}', '\uD800'];

const LENGTHS = [1, 2, 17, 18, 19, 64, 255, 256, 1000, 4001, 20_001] as const;
const LONG = 300_000;
const DEPTHS = [10, 100, 1000, 10_000] as const;

/** A text that does not belong into any field. */
export function hostileText(random: Random): string {
  const kind = random.weighted({ listed: 6, repeated: 2, mixed: 3, id: 1, long: 0.02 });
  switch (kind) {
    case 'repeated':
      return random.pick(CHARACTERS).repeat(random.pick(LENGTHS));
    case 'mixed':
      return Array.from({ length: 1 + random.below(12) }, () => random.pick(CHARACTERS)).join('');
    case 'id':
      return random.pick(['fld', 'fil', 'rec', 'usr', 'lnk']) + String(random.below(1e9)).padStart(15, '0');
    case 'long':
      return 'x'.repeat(LONG);
    default:
      return random.pick(TEXTS);
  }
}

/** A JSON value that does not belong into any field. */
export function hostileValue(random: Random): unknown {
  const kind = random.weighted({ text: 6, number: 3, object: 4, scalar: 2, list: 2, deep: 0.3, wide: 0.1 });
  switch (kind) {
    case 'number':
      return random.pick(NUMBERS);
    case 'object':
      return random.pick(HOSTILE_OBJECTS);
    case 'scalar':
      return random.pick([null, true, false]);
    case 'list':
      return Array.from({ length: random.below(4) }, () => hostileValue(random));
    case 'deep':
      return nested(random.pick(DEPTHS), random.chance(0.5));
    case 'wide':
      return Array.from({ length: random.pick([1000, 10_001, 30_000]) }, () => 'a');
    default:
      return hostileText(random);
  }
}

function nested(depth: number, isList: boolean): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level += 1) value = isList ? [value] : { a: value };
  return value;
}
