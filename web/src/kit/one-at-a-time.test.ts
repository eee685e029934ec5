import { expect, test } from 'vitest';
import { createOneAtATime } from './one-at-a-time.ts';

test('FOLDER-09 what is asked for twice within a moment is done once', async () => {
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

test('FOLDER-09 what failed can be tried again, as can what went well', async () => {
  const run = createOneAtATime();
  await expect(run(() => Promise.reject(new Error('no reply')))).rejects.toThrow('no reply');
  expect(await run(async () => 'first')).toBe('first');
  expect(await run(async () => 'second')).toBe('second');
});
