import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withResolvers } from '../kit/with-resolvers.ts';
import { keepOpen, pauseAfter } from './keep-open.ts';
import type { EventListener } from './read-events.ts';

interface Try {
  listener: EventListener;
  signal: AbortSignal;
  end: (error?: Error) => void;
}
let tries: Try[] = [];
const read = (listener: EventListener, signal: AbortSignal) => {
  const { promise, resolve, reject } = withResolvers<void>();
  tries.push({ listener, signal, end: (error) => (error === undefined ? resolve() : reject(error)) });
  return promise;
};
const silent = { onOpen: () => undefined, onEvent: () => undefined, onEnd: () => undefined };

beforeEach(() => {
  vi.useFakeTimers();
  tries = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('C56 keepOpen keeps the event stream open', () => {
  test('the stream is opened again soon after it breaks', async () => {
    keepOpen(read, silent);
    tries[0]?.listener.onOpen();
    tries[0]?.end(new Error('broken off'));
    await vi.advanceTimersByTimeAsync(1500);
    expect(tries).toHaveLength(2);
  });

  test('a blocked stream is opened again after growing pauses, without a message', async () => {
    const onOpen = vi.fn<() => void>();
    keepOpen(read, { ...silent, onOpen });
    for (let hour = 0; hour < 60; hour += 1) {
      tries.at(-1)?.end(new Error('blocked'));
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(tries.length).toBeGreaterThan(20);
    expect(tries.length).toBeLessThan(75);
    expect(onOpen).not.toHaveBeenCalled();
  });

  test('pauses between attempts grow, have a random part, and are limited to 3 minutes', () => {
    expect(pauseAfter(0, 0)).toBe(500);
    expect(pauseAfter(0, 1)).toBe(1500);
    expect(pauseAfter(3, 0.5)).toBe(8000);
    expect(pauseAfter(1000, 1)).toBe(180_000);
  });

  test('retryNow opens a waiting stream immediately, and never opens two streams', async () => {
    const kept = keepOpen(read, silent);
    kept.retryNow();
    expect(tries).toHaveLength(1);
    for (let minute = 0; minute < 10; minute += 1) {
      tries.at(-1)?.end(new Error('no network'));
      await vi.advanceTimersByTimeAsync(60_000);
    }
    const before = tries.length;
    tries.at(-1)?.end(new Error('no network'));
    await vi.advanceTimersByTimeAsync(1);
    kept.retryNow();
    kept.retryNow();
    expect(tries).toHaveLength(before + 1);
    tries.at(-1)?.end(new Error('no network'));
    await vi.advanceTimersByTimeAsync(3000);
    expect(tries).toHaveLength(before + 2);
  });

  test('stop closes the stream, and it is not opened again', async () => {
    keepOpen(read, silent).stop();
    expect(tries[0]?.signal.aborted).toBe(true);
    tries[0]?.end(new Error('aborted'));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(tries).toHaveLength(1);
  });
});
