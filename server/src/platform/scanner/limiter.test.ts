import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Limiter } from './limiter.ts';

it('the limiter starts work that fits, in the order of the calls', async () => {
  const limiter = new Limiter(10);
  const order: string[] = [];
  const releases = new Map<string, () => void>();
  const start = (name: string, units: number) =>
    limiter.run(units, async () => {
      order.push(name);
      await new Promise<void>((resolve) => {
        releases.set(name, resolve);
      });
    });
  const done = Promise.all([start('a', 6), start('b', 4), start('big', 50), start('small', 1)]);
  await nextTurn();
  expect(order).toEqual(['a', 'b']);
  releases.get('a')?.();
  await nextTurn();
  // 'small' would fit, but a stream of small ones could then delay the big one without end
  expect(order).toEqual(['a', 'b']);
  releases.get('b')?.();
  await nextTurn();
  expect(order).toEqual(['a', 'b', 'big']);
  releases.get('big')?.();
  await nextTurn();
  releases.get('small')?.();
  await done;
  expect(order).toEqual(['a', 'b', 'big', 'small']);
});

it('failed work releases its units', async () => {
  const limiter = new Limiter(1);
  await expect(limiter.run(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await limiter.run(1, () => Promise.resolve('next'))).toBe('next');
});

it('SAFE-23 work whose signal fires while it waits is not run, and the next one can start', async () => {
  const limiter = new Limiter(1);
  const gate = Promise.withResolvers<void>();
  const first = limiter.run(1, () => gate.promise);
  const stop = new AbortController();
  const done: string[] = [];
  const second = limiter.run(1, async () => void done.push('second'), { signal: stop.signal });
  const third = limiter.run(1, async () => void done.push('third'));
  stop.abort(new Error('no answer'));
  await expect(second).rejects.toThrow('no answer');
  gate.resolve();
  await Promise.all([first, third]);
  expect(done).toEqual(['third']);
  await expect(limiter.run(1, async () => undefined, { signal: stop.signal })).rejects.toThrow('no answer');
});

/** Work that runs until `finish`. */
function track(limiter: Limiter) {
  const running: { sender: string; end: () => void }[] = [];
  const untilEnd = (sender: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    running.push({ sender, end: resolve });
    return promise;
  };
  return {
    start: (sender: string, units = 1) => void limiter.run(units, () => untilEnd(sender), { sender }),
    /** Ends the oldest running work of a sender. */
    finish: async (sender: string) => {
      const index = running.findIndex((work) => work.sender === sender);
      running.splice(index, 1)[0]?.end();
      await nextTurn();
    },
    running: () => running.map(({ sender }) => sender).join(''),
  };
}

it('GUARD-41 one sender leaves capacity for others, who start at once', async () => {
  const { start, finish, running } = track(new Limiter(16));
  for (let n = 0; n < 100; n += 1) start('a');
  await nextTurn();
  expect(running()).toBe('a'.repeat(10));
  for (let n = 0; n < 100; n += 1) start('b');
  start('c');
  start('d');
  await nextTurn();
  expect(running()).toBe(`${'a'.repeat(10)}bbbbcd`);
  // The next one whose share allows it gets what becomes free.
  await finish('b');
  expect(running()).toBe(`${'a'.repeat(10)}bbbcd`);
  start('e');
  await nextTurn();
  expect(running()).toBe(`${'a'.repeat(10)}bbbcde`);
});

it('GUARD-41 senders take turns, also when one of them has more calls waiting', async () => {
  const { start, finish, running } = track(new Limiter(1));
  for (const sender of 'aaaabbc') start(sender);
  let order = '';
  for (;;) {
    await nextTurn();
    const sender = running();
    if (sender === '') break;
    order += sender;
    await finish(sender);
  }
  expect(order).toBe('aabcaba');
});

it('a sender gets all that it needs for one piece of work', async () => {
  const { start, finish, running } = track(new Limiter(10));
  start('a', 50);
  start('b', 4);
  await nextTurn();
  expect(running()).toBe('a');
  await finish('a');
  expect(running()).toBe('b');
});
