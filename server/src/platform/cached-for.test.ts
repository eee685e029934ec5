import { expect, it } from 'vitest';
import { cachedFor } from './cached-for.ts';

it('asks once in the time, and callers share the answer', async () => {
  let asked = 0;
  const answer = cachedFor(3_600_000, async () => (asked += 1));
  expect(await Promise.all([answer(), answer()])).toEqual([1, 1]);
  expect(await answer()).toBe(1);
});

it('asks again after the time', async () => {
  let asked = 0;
  const answer = cachedFor(0, async () => (asked += 1));
  expect([await answer(), await answer()]).toEqual([1, 2]);
});

it('asks again after a failure', async () => {
  let asked = 0;
  const answer = cachedFor(3_600_000, async () => {
    asked += 1;
    if (asked === 1) throw new Error('no answer');
    return asked;
  });
  await expect(answer()).rejects.toThrow('no answer');
  expect(await answer()).toBe(2);
});
