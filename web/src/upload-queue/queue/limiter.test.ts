import { expect, test } from 'vitest';
import { quiet } from '../testing/fake-transport.ts';
import { createLimiter } from './limiter.ts';

test('a limiter runs N calls at a time and the others later, in order, also after failures', async () => {
  const limiter = createLimiter(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3].map((index) =>
    limiter(async () => {
      begun.push(index);
      await new Promise<void>((resolve, reject) => {
        ends[index] = index === 0 ? () => reject(new Error('failed')) : resolve;
      });
    }),
  );
  await quiet();
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  await expect(all[0]).rejects.toThrow('failed');
  await quiet();
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.();
  ends[2]?.();
  await quiet();
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[3]?.();
  await Promise.allSettled(all);
});
