import { expect, test } from 'vitest';
import { renewalDelay } from './renewal.ts';

const NOW = 1_000_000;
const delayFor = (seconds: number) => renewalDelay(NOW + seconds * 1000, NOW) / 1000;

test.each([
  ['an hour', 3600, 3540],
  ['five minutes', 300, 240],
  ['two minutes', 120, 90],
  ['a few seconds', 8, 6],
  ['nothing any more', -5, 0],
])('AUTH-03 a token with a lifetime of %s is renewed before its expiry', (_, life, delay) => {
  expect(delayFor(life)).toBe(delay);
});

test('AUTH-03 the delay for a token that is valid for months is limited to the longest timer', () => {
  expect(renewalDelay(NOW + 90 * 86_400_000, NOW)).toBe(2 ** 31 - 1);
});
