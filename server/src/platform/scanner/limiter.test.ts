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
  const second = limiter.run(1, async () => void done.push('second'), stop.signal);
  const third = limiter.run(1, async () => void done.push('third'));
  stop.abort(new Error('no answer'));
  await expect(second).rejects.toThrow('no answer');
  gate.resolve();
  await Promise.all([first, third]);
  expect(done).toEqual(['third']);
  await expect(limiter.run(1, async () => undefined, stop.signal)).rejects.toThrow('no answer');
});
