import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { startRunningLimit } from './running-limit.ts';

/** Blocks this process, as SIGSTOP does. */
const freeze = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('a limit ends after its time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const startedAt = performance.now();
  startRunningLimit(40, resolve);
  await promise;
  expect(performance.now() - startedAt).toBeGreaterThan(35);
});

it('NODES-04 the time in which the process is frozen does not count', async () => {
  const onEnd = vi.fn<() => void>();
  const end = startRunningLimit(40, onEnd);
  freeze(100);
  await setImmediate();
  end();
  expect(onEnd).not.toHaveBeenCalled();
});
