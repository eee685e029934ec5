import { expect, test } from 'vitest';
import { protectionOf } from './rule.ts';

const NOW = new Date('2026-11-25T12:00:00.000Z');
const newest = new Date('2020-02-29T08:00:00.000Z');

test('SAFE-12 a legal hold protects without an end, whatever retention rules say', () => {
  expect(
    protectionOf(
      [
        { keepYears: 1, newest },
        { keepYears: null, newest },
      ],
      NOW,
    ),
  ).toEqual({
    isOnHold: true,
    keptUntil: null,
  });
});

test('SAFE-12 the retention rule that ends last decides', () => {
  expect(
    protectionOf(
      [
        { keepYears: 7, newest },
        { keepYears: 10, newest },
      ],
      NOW,
    ),
  ).toEqual({
    isOnHold: false,
    keptUntil: new Date('2030-03-01T08:00:00.000Z'),
  });
});

test('SAFE-12 a retention rule ends at the anniversary of the newest version, not before', () => {
  const rule = { keepYears: 6, newest: new Date('2020-11-25T12:00:00.001Z') };
  expect(protectionOf([rule], NOW)).not.toBeNull();
  expect(protectionOf([{ ...rule, newest: new Date('2020-11-25T12:00:00.000Z') }], NOW)).toBeNull();
  expect(protectionOf([], NOW)).toBeNull();
});
