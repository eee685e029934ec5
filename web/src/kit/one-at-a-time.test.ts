import { expect, test } from 'vitest';
import { createOneAtATime } from './one-at-a-time.ts';

test('FOLDER-09 work that is requested again while it runs is done only one time', async () => {
  const run = createOneAtATime();
  let done = 0;
  const work = async () => {
    done += 1;
  };
  const first = run(work);
  expect(run(work)).toBeNull();
  await first;
  expect(done).toBe(1);
});

test('FOLDER-09 work can be requested again after a failure and after a success', async () => {
  const run = createOneAtATime();
  await expect(run(() => Promise.reject(new Error('no reply')))).rejects.toThrow('no reply');
  expect(await run(async () => 'first')).toBe('first');
  expect(await run(async () => 'second')).toBe('second');
});
