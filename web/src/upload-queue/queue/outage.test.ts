import { Messages } from '@vault/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestQueue, fileItem, folderItem } from '../testing/fake-transport.ts';
import { isPaused } from './item.ts';
import { countItems } from './summary.ts';
import { StageError } from './transport.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const elapse = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const STEPS = ['prepare', 'send', 'scan', 'transfer'] as const;
const CALLS = { prepare: 'prepare a.txt', send: 'send a.txt', scan: 'scan', transfer: 'transfer 1' };

describe('SAFE-06 an upload while the vault is unavailable', () => {
  test.each(STEPS)(
    'an upload waits at the step %s, and continues there when the vault is back',
    async (step) => {
      const { queue, server, availability, named, status, idle } = createTestQueue();
      const back = availability.away();
      server.failNext(step, 503);
      queue.add([fileItem('a.txt')]);
      await elapse(600_000);
      expect(named('a.txt').activity).toEqual({ step: 'wait', outage: 'unavailable' });
      expect(status('a.txt')).toBe(step === 'prepare' || step === 'send' ? 'Uploading' : 'Scanning');
      expect(countItems(queue.items())).toMatchObject({ running: 1, paused: 1, failed: 0 });
      back();
      await elapse(0);
      expect(status('a.txt')).toBe('Completed');
      const calls = STEPS.flatMap((one) => (one === step ? [CALLS[one], CALLS[one]] : [CALLS[one]]));
      expect(server.calls).toEqual(calls);
      expect(server.stored).toEqual(['a.txt']);
      expect(idle()).toBe(1);
    },
  );

  test.each([502, 504])('an error page of a gateway with status %i counts as an outage too', async (code) => {
    const { queue, server, status } = createTestQueue();
    server.failNext('scan', code);
    queue.add([fileItem('a.txt')]);
    await elapse(2000);
    expect(status('a.txt')).toBe('Completed');
  });

  test('an upload waits after a lost connection, and fails after repeated losses', async () => {
    const { queue, server, named, status } = createTestQueue();
    const lost = () =>
      Promise.reject(new StageError(0, 'No connection to the server.', { outage: 'unreachable' }));
    const send = vi.spyOn(server, 'send').mockImplementation(lost);
    queue.add([fileItem('a.txt')]);
    await elapse(100);
    expect(named('a.txt').activity).toEqual({ step: 'wait', outage: 'unreachable' });
    await elapse(300_000);
    expect(status('a.txt')).toBe('Upload Failed');
    send.mockRestore();
    queue.retry(named('a.txt').id);
    await elapse(0);
    expect(status('a.txt')).toBe('Completed');
  });

  test('an outage pauses only the ten running items, and all items continue after it', async () => {
    const { queue, server, availability } = createTestQueue();
    const back = availability.away();
    server.failNext('sendFiles', 503, 2);
    queue.add(Array.from({ length: 60 }, (_, n) => fileItem(`f${n}.txt`)));
    await elapse(60_000);
    expect(countItems(queue.items())).toMatchObject({ running: 10, paused: 10, waiting: 50 });
    expect(server.calls.every((call) => call.endsWith('together'))).toBe(true);
    back();
    await elapse(10_000);
    expect(countItems(queue.items())).toMatchObject({ completed: 60 });
  });

  test('during an outage the chunks of a folder transfer stay in order', async () => {
    const { queue, server, availability, named } = createTestQueue();
    const back = availability.away();
    server.failNext('transfer', 503);
    queue.add([
      folderItem(
        'Tax',
        Array.from({ length: 45 }, (_, n) => `p${n}`),
      ),
    ]);
    await elapse(60_000);
    expect(server.calls.filter((call) => call.startsWith('transfer'))).toHaveLength(1);
    expect(isPaused(named('Tax'))).toBe(true);
    back();
    await elapse(0);
    expect(server.stored).toHaveLength(45);
  });

  test('the end of the session stops uploads that wait in an outage', async () => {
    const { queue, server, availability } = createTestQueue();
    const back = availability.away();
    server.failNext('prepare', 503);
    queue.add([fileItem('a.txt')]);
    await elapse(10_000);
    queue.abandon();
    back();
    await elapse(10_000);
    expect(server.calls).toEqual(['prepare a.txt']);
  });
});

test('SAFE-24 when the server has no room, an item fails with that reason, and others continue', async () => {
  const { queue, server, named, status } = createTestQueue();
  vi.spyOn(server, 'send').mockImplementationOnce(() =>
    Promise.reject(new StageError(507, Messages.storageFull)),
  );
  queue.add([fileItem('a.txt'), fileItem('b.txt')]);
  await elapse(0);
  expect([status('a.txt'), status('b.txt')]).toEqual(['Upload Failed', 'Completed']);
  expect(named('a.txt').parts[0]?.state).toMatchObject({ reason: Messages.storageFull });
  queue.retry(named('a.txt').id);
  await elapse(0);
  expect(status('a.txt')).toBe('Completed');
});
