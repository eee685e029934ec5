import fc from 'fast-check';

/** Keys that JavaScript reads from any object, or that code reads from a string, a list or a set. */
const HOSTILE_KEYS = [
  'length',
  'size',
  'toString',
  'valueOf',
  'constructor',
  'then',
  'toJSON',
  'map',
  'trim',
  'split',
  'getTime',
  '0',
] as const;

/**
 * JSON values that resemble a string, a list, a number or a set for code that does not check the type first (SAFE-27).
 * The comparison of an object throws when its `toString` and `valueOf` are not functions.
 */
export const HOSTILE_OBJECTS: readonly unknown[] = [
  {},
  { length: 1 },
  { length: 1e9 },
  { length: -1 },
  { length: '1' },
  { length: null },
  { length: [] },
  { length: { toString: 1 } },
  { length: { toString: 1, valueOf: 1 } },
  { length: { length: { toString: 1 } } },
  { size: 1 },
  { size: { toString: 1 } },
  { toString: 1 },
  { toString: 1, valueOf: 1 },
  { toString: null, valueOf: null, length: { toString: null, valueOf: null } },
  { constructor: 1 },
  { constructor: { name: 'Array' }, length: { toString: 1 } },
  // oxlint-disable-next-line no-thenable -- the server must not await it as a promise
  { then: 1, length: { toString: 1 } },
  { toJSON: 1, trim: 1, split: 1, map: 1, getTime: 1 },
  { 0: 'a', length: 1 },
  [],
  [[]],
  [{ length: { toString: 1 } }],
  [{ toString: 1 }],
];

/** Generates JSON from the hostile keys and objects, nested a few levels deep. */
export function hostileJson(): fc.Arbitrary<unknown> {
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(null, true, 0, -1, 1.5, '', '__proto__', 'x'),
      fc.constantFrom(...HOSTILE_OBJECTS),
      fc.dictionary(fc.constantFrom(...HOSTILE_KEYS), tie('value'), { maxKeys: 4 }),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
  })).value;
}
