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
])('AUTH-03 a token that lives %s is renewed in time', (_, life, delay) => {
  expect(delayFor(life)).toBe(delay);
});

test('AUTH-03 a token that lives for months does not make the timer run at once', () => {
  expect(renewalDelay(NOW + 90 * 86_400_000, NOW)).toBe(2 ** 31 - 1);
});
