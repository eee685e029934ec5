import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withResolvers } from '../kit/with-resolvers.ts';
import { retryAfterOutage, type RetryAfterOutageOptions } from './retry-after-outage.ts';
import type { Outage } from './outage.ts';

class Failure extends Error {
  readonly outage: Outage | null;
  constructor(outage: Outage | null) {
    super(String(outage));
    this.outage = outage;
  }
}

let back = withResolvers<void>();
let ending = new AbortController();
const run = (failures: (Outage | null)[], options: Partial<RetryAfterOutageOptions> = {}) => {
  const work = vi.fn<() => Promise<string>>(async () => {
    const outage = failures.shift();
    if (outage === undefined) return 'done';
    throw new Failure(outage);
  });
  const ended = retryAfterOutage(work, {
    availability: {
      suspect: () => undefined,
      untilAvailable: (signal) =>
        Promise.race([
          back.promise,
          new Promise<never>((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          }),
        ]),
    },
    outageOf: (error) => (error instanceof Failure ? error.outage : null),
    signal: ending.signal,
    ...options,
  });
  ended.catch(() => undefined);
  return { work, ended };
};

beforeEach(() => {
  vi.useFakeTimers();
  back = withResolvers();
  ending = new AbortController();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('SAFE-06 retryAfterOutage', () => {
  test('failed work waits until the vault is available, and runs again', async () => {
    const onWait = vi.fn<(outage: Outage) => void>();
    const { work, ended } = run(['unavailable'], { onWait });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(work).toHaveBeenCalledTimes(1);
    expect(onWait).toHaveBeenCalledExactlyOnceWith('unavailable');
    back.resolve();
    expect(await ended).toBe('done');
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('an error that is no outage is thrown immediately, without a retry', async () => {
    const { work, ended } = run([null]);
    await expect(ended).rejects.toBeInstanceOf(Failure);
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('pauses between attempts grow when the work fails although the vault is available', async () => {
    back.resolve();
    const { work, ended } = run(Array.from({ length: 12 }, () => 'unavailable' as const));
    await vi.advanceTimersByTimeAsync(3000);
    expect(work.mock.calls.length).toBeLessThanOrEqual(4);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(await ended).toBe('done');
  });

  test('work that loses its connection repeatedly fails when the vault is available', async () => {
    back.resolve();
    const { work, ended } = run(Array.from({ length: 9 }, () => 'unreachable' as const));
    await vi.advanceTimersByTimeAsync(300_000);
    await expect(ended).rejects.toBeInstanceOf(Failure);
    expect(work).toHaveBeenCalledTimes(8);
  });

  test('mostFailures limits the attempts when the work fails although the vault is available', async () => {
    back.resolve();
    const { work, ended } = run(
      Array.from({ length: 9 }, () => 'unavailable' as const),
      { mostFailures: 3 },
    );
    await vi.advanceTimersByTimeAsync(300_000);
    await expect(ended).rejects.toMatchObject({ outage: 'unavailable' });
    expect(work).toHaveBeenCalledTimes(3);
  });

  test('lost connections before progress of the work do not count', async () => {
    back.resolve();
    let bytes = 0;
    const { ended } = run(
      Array.from({ length: 20 }, () => 'unreachable' as const),
      { progress: () => (bytes += 1) },
    );
    await vi.advanceTimersByTimeAsync(300_000);
    expect(await ended).toBe('done');
  });

  test('the time limit ends the wait with the last error', async () => {
    const { ended } = run(['unavailable'], { limitMs: 10_000 });
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(ended).rejects.toMatchObject({ outage: 'unavailable' });
  });

  test('an abort ends the wait with the reason of the abort', async () => {
    const { ended } = run(['unavailable'], { limitMs: 10_000 });
    await vi.advanceTimersByTimeAsync(2000);
    ending.abort(new Error('cancelled'));
    await expect(ended).rejects.toThrow('cancelled');
  });
});
