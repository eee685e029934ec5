import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inParallel } from './in-parallel.ts';

async function* numbersTo(last: number) {
  for (let number = 1; number <= last; number += 1) {
    await nextTurn();
    yield number;
  }
}

it.each([
  ['an array', [1, 2, 3, 4, 5]],
  ['an async iterable', numbersTo(5)],
])('runs the items of %s in their order, never more at the same time than the limit', async (_, items) => {
  const begun: number[] = [];
  let running = 0;
  let highest = 0;
  await inParallel(items, 2, async (item) => {
    begun.push(item);
    running += 1;
    highest = Math.max(highest, running);
    await nextTurn();
    running -= 1;
  });
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  expect(highest).toBe(2);
  expect(running).toBe(0);
});

it('rejects with the first failure after the running items have ended, and begins no other item', async () => {
  const slow = Promise.withResolvers<void>();
  const ended: string[] = [];
  const result = inParallel(['fails', 'slow', 'never begins'], 2, async (item) => {
    if (item === 'fails') throw new Error('the first failure');
    if (item === 'slow') await slow.promise;
    ended.push(item);
    if (item === 'slow') throw new Error('a later failure');
  });
  await nextTurn();
  expect(ended).toEqual([]);
  slow.resolve();
  await expect(result).rejects.toThrow('the first failure');
  expect(ended).toEqual(['slow']);
});

it('closes the source of the items after a failure', async () => {
  let isClosed = false;
  async function* source() {
    try {
      yield* numbersTo(10);
    } finally {
      isClosed = true;
    }
  }
  const result = inParallel(source(), 2, () => Promise.reject(new Error('refused')));
  await expect(result).rejects.toThrow('refused');
  expect(isClosed).toBe(true);
});

it('rejects when the items cannot be read', async () => {
  async function* broken() {
    yield 1;
    await nextTurn();
    throw new Error('no more items');
  }
  await expect(inParallel(broken(), 3, async () => undefined)).rejects.toThrow('no more items');
});

it('ends at once without items', async () => {
  await inParallel([], 4, () => Promise.reject(new Error('there is no item')));
});
