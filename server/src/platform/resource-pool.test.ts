import { expect, test } from 'vitest';
import { ResourcePool } from './resource-pool.ts';

class Busy extends Error {}

function setUp({ resources = 1, maxWaiting = Infinity, maxWaitMs = 60_000 } = {}) {
  const options = { maxWaitMs, maxWaiting, busy: () => new Busy() };
  const pool = new ResourcePool(
    Array.from({ length: resources }, (_, n) => n),
    options,
  );
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  /** Starts work with a name, of the sender that is its first letter. @returns the name, or 'busy' */
  const use = async (name: string, sender: string | null = name[0] ?? null): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    try {
      await pool.use(async () => {
        begun.push(name);
        await promise;
      }, sender ?? undefined);
      return name;
    } catch (error) {
      if (error instanceof Busy) return 'busy';
      throw error;
    }
  };
  /** Ends running work, and waits until the next one has begun. */
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { use, end, begun };
}

test('GUARD-41 senders take turns, each in the order of its calls', async () => {
  const { use, end, begun } = setUp();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => use(name));
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
});

test('GUARD-41 a sender alone uses all resources', async () => {
  const { use, begun } = setUp({ resources: 2 });
  void use('a1');
  void use('a2');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'a2']);
});

test('GUARD-41 when too many wait, the last call of the sender with the most is refused for another one', async () => {
  const { use, end, begun } = setUp({ maxWaiting: 3 });
  void use('a1');
  const [second, third, fourth] = ['a2', 'a3', 'a4'].map((name) => use(name));
  const other = use('b1');
  expect(await fourth).toBe('busy');
  // It has the most waiting calls itself.
  expect(await use('a5')).toBe('busy');
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(await Promise.all([second, third, other])).toEqual(['a2', 'a3', 'b1']);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('when too many different senders wait, the new one is refused', async () => {
  const { use } = setUp({ maxWaiting: 2 });
  void use('a1');
  void use('b1');
  void use('c1');
  expect(await use('d1')).toBe('busy');
});

test('calls without a sender are each another one', async () => {
  const { use, end, begun } = setUp();
  for (const name of ['x1', 'x2', 'x3']) void use(name, null);
  void use('a1');
  for (const name of ['x1', 'x2', 'x3']) await end(name);
  expect(begun).toEqual(['x1', 'x2', 'x3', 'a1']);
});

test('a call that is not served in time is refused, and its turn passes to the next', async () => {
  const { use, end, begun } = setUp({ maxWaitMs: 20 });
  void use('a1');
  expect(await use('b1')).toBe('busy');
  const later = use('c1');
  await end('a1');
  expect(begun).toEqual(['a1', 'c1']);
  await end('c1');
  expect(await later).toBe('c1');
});
