import { expect, test } from 'vitest';
import { packParts, unpackParts } from './parts.ts';

const bytes = (...values: number[]) => Buffer.from(values);

test.each([[[bytes(1, 2, 3)]], [[bytes(1), bytes(), bytes(2, 3)]]])('packed parts are unpacked', (parts) => {
  expect(unpackParts(packParts(parts)).map((part) => Buffer.from(part))).toEqual(parts);
});

test.each([
  ['nothing', bytes()],
  ['a number that is cut', bytes(0, 0)],
  ['no part', bytes(0, 0, 0, 0)],
  ['more parts than there are', bytes(0, 0, 0, 9, 0, 0, 0, 1)],
  ['four milliards of parts', bytes(255, 255, 255, 255)],
  ['a part that is longer than the rest', bytes(0, 0, 0, 1, 0, 0, 0, 2, 7)],
  ['bytes behind the last part', bytes(0, 0, 0, 1, 0, 0, 0, 1, 7, 7)],
])('GUARD-26 %s is refused', (_, packed) => {
  expect(() => unpackParts(packed)).toThrow('do not fit together');
});
