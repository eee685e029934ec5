import { expect, test } from 'vitest';
import { packParts, unpackParts } from './parts.ts';

const bytes = (...values: number[]) => Buffer.from(values);

test.each([[[bytes(1, 2, 3)]], [[bytes(1), bytes(), bytes(2, 3)]]])('packed parts are unpacked', (parts) => {
  expect(unpackParts(packParts(parts)).map((part) => Buffer.from(part))).toEqual(parts);
});

test.each([
  ['nothing', bytes()],
  ['a truncated number', bytes(0, 0)],
  ['no part', bytes(0, 0, 0, 0)],
  ['more parts than it contains', bytes(0, 0, 0, 9, 0, 0, 0, 1)],
  ['four billion parts', bytes(255, 255, 255, 255)],
  ['a part that is longer than the rest', bytes(0, 0, 0, 1, 0, 0, 0, 2, 7)],
  ['bytes after the last part', bytes(0, 0, 0, 1, 0, 0, 0, 1, 7, 7)],
])('GUARD-26 %s is refused as packed parts', (_, packed) => {
  expect(() => unpackParts(packed)).toThrow('do not fit together');
});
