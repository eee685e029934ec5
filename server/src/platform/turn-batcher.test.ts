import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DependencyUnavailable } from './unavailable.ts';
import { TurnBatcher } from './turn-batcher.ts';

/** A queue that records which calls run together. The call `breaks` fails the turn, `refused` fails alone. */
function recorder() {
  const turns: string[][] = [];
  const queue = new TurnBatcher<string, string>(
    async (recordId, calls) => {
      turns.push(calls.map((call) => `${recordId}:${call}`));
      await nextTurn();
      if (calls.includes('breaks')) throw new Error('the transaction broke');
      return calls.map((call) =>
        call === 'refused' ? { error: new Error('refused') } : { result: `done ${call}` },
      );
    },
    { sizeOf: (call) => call.length, maxSize: 12 },
  );
  return { turns, queue };
}

it('calls that arrive during a turn share the next turn of their record', async () => {
  const { turns, queue } = recorder();
  const results = await Promise.all([
    queue.run('A', 'one'),
    queue.run('A', 'two'),
    queue.run('B', 'other'),
    queue.run('A', 'three'),
  ]);
  expect(results).toEqual(['done one', 'done two', 'done other', 'done three']);
  expect(turns).toEqual([['A:one'], ['B:other'], ['A:two', 'A:three']]);
  await queue.run('A', 'later');
  expect(turns.at(-1)).toEqual(['A:later']);
});

it('the size of a turn is limited; a larger call runs alone', async () => {
  const { turns, queue } = recorder();
  await Promise.all(
    ['first', 'sixsix', 'sixsix', 'six', 'a very large one', 'x'].map((call) => queue.run('A', call)),
  );
  expect(turns).toEqual([['A:first'], ['A:sixsix', 'A:sixsix'], ['A:six'], ['A:a very large one'], ['A:x']]);
});

it('each call gets a separate outcome', async () => {
  const { queue } = recorder();
  const outcomes = await Promise.allSettled(['ok', 'refused', 'fine'].map((call) => queue.run('A', call)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('a failed turn is repeated call by call, so that only the faulty call fails', async () => {
  const { turns, queue } = recorder();
  const outcomes = await Promise.allSettled(
    ['ok', 'nice', 'breaks', 'xyz'].map((call) => queue.run('A', call)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(turns).toEqual([['A:ok'], ['A:nice', 'A:breaks'], ['A:nice'], ['A:breaks'], ['A:xyz']]);
});

/** A queue whose first turn waits for `end`. The texts of its calls decide whether and how a turn fails. */
function outage(outageWaitMs: number) {
  const turns: string[][] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const queue = new TurnBatcher<string, string>(
    async (_, calls) => {
      turns.push([...calls]);
      await ended;
      if (calls.includes('breaks')) throw new Error('the transaction broke');
      const isAway =
        calls.includes('unavailable') || (calls.length === 1 && calls[0] === 'unavailable alone');
      if (isAway) throw new DependencyUnavailable('database', 'away');
      return calls.map((call) => ({ result: call }));
    },
    { sizeOf: () => 1, maxSize: 3, outageWaitMs },
  );
  return { turns, queue, end };
}

const statuses = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map(({ status }) => status);

it('SAFE-28 a turn that fails in an outage is not repeated call by call', async () => {
  const { turns, queue, end } = outage(60_000);
  const calls = ['first', 'a', 'unavailable', 'c'].map((call) => queue.run('A', call));
  end();
  expect(await statuses(calls)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  expect(turns).toEqual([['first'], ['a', 'unavailable', 'c']]);
});

it('SAFE-28 an outage stops the repetition; the remaining calls fail without a wait', async () => {
  const { turns, queue, end } = outage(60_000);
  const calls = ['first', 'breaks', 'unavailable alone', 'c'].map((call) => queue.run('A', call));
  end();
  expect(await statuses(calls)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  expect(turns).toEqual([['first'], ['breaks', 'unavailable alone', 'c'], ['breaks'], ['unavailable alone']]);
});

it('SAFE-28 calls that waited longer than outageWaitMs fail together with the turn', async () => {
  const { turns, queue, end } = outage(0);
  const calls = ['unavailable', 'a', 'b'].map((call) => queue.run('A', call));
  end();
  expect(await statuses(calls)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(turns).toEqual([['unavailable']]);
  expect(await queue.run('A', 'later')).toBe('later');
});

it('SAFE-28 calls that waited less than outageWaitMs run after the failed turn', async () => {
  const { turns, queue, end } = outage(60_000);
  const calls = ['unavailable', 'a', 'b'].map((call) => queue.run('A', call));
  end();
  expect(await statuses(calls)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(turns).toEqual([['unavailable'], ['a', 'b']]);
});

it('calls with the same key never share a turn', async () => {
  const turns: string[][] = [];
  const queue = new TurnBatcher<string, string>(
    async (_, calls) => {
      turns.push([...calls]);
      await nextTurn();
      return calls.map((call) => ({ result: call }));
    },
    { sizeOf: () => 1, maxSize: 10, keysOf: (call) => [call.charAt(0)] },
  );
  await Promise.all(['first', 'a1', 'b1', 'a2', 'c1', 'a3'].map((call) => queue.run('group', call)));
  expect(turns).toEqual([['first'], ['a1', 'b1'], ['a2', 'c1'], ['a3']]);
});
