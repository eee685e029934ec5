import type { LiveEvent } from '@vault/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRefresher } from './refresher.ts';

const LIST: LiveEvent = { type: 'list' };
const types = ['tree', 'list', 'links', 'trash'] as const;

let loads: string[] = [];
let held = false;
/** null: a load ends at once */
let running: PromiseWithResolvers<void> | null = null;

const create = () =>
  createRefresher({
    isHeld: () => held,
    refresh: async (changes) => {
      loads.push(types.filter((type) => changes.has(type)).join(' '));
      await running?.promise;
    },
  });

beforeEach(() => {
  vi.useFakeTimers();
  loads = [];
  held = false;
  running = null;
});
afterEach(() => {
  vi.useRealTimers();
});

describe('C56 changes of others are loaded', () => {
  test('together, when they come together, within a second', async () => {
    const refresher = create();
    refresher.add(LIST);
    refresher.add({ type: 'tree' });
    refresher.add(LIST);
    expect(loads).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(loads).toEqual(['tree list']);
  });

  test('a few times a second at most, however many come, and the last one too', async () => {
    const refresher = create();
    for (let n = 0; n < 100; n += 1) {
      refresher.add(LIST);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(loads.length).toBeGreaterThan(5);
    expect(loads.length).toBeLessThan(12);
    refresher.add({ type: 'trash' });
    const before = loads.length;
    await vi.advanceTimersByTimeAsync(1000);
    expect(loads.slice(before).join(' ')).toContain('trash');
  });

  test('one load after the other, however long it takes', async () => {
    const refresher = create();
    running = Promise.withResolvers();
    refresher.add(LIST);
    await vi.advanceTimersByTimeAsync(200);
    refresher.add({ type: 'links' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loads).toEqual(['list']);
    running.resolve();
    await vi.advanceTimersByTimeAsync(1000);
    expect(loads).toEqual(['list', 'links']);
  });

  test('not while something is dragged or nobody looks, but then all of it', async () => {
    const refresher = create();
    held = true;
    refresher.add(LIST);
    await vi.advanceTimersByTimeAsync(5000);
    refresher.add({ type: 'tree' });
    expect(loads).toEqual([]);
    held = false;
    refresher.release();
    await vi.advanceTimersByTimeAsync(200);
    expect(loads).toEqual(['tree list']);
  });

  test('not when a drag begins while it waits', async () => {
    const refresher = create();
    refresher.add(LIST);
    held = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(loads).toEqual([]);
    held = false;
    refresher.release();
    await vi.advanceTimersByTimeAsync(200);
    expect(loads).toEqual(['list']);
  });

  test('everything when it is not known what', async () => {
    const refresher = create();
    refresher.addAll();
    await vi.advanceTimersByTimeAsync(200);
    expect(loads).toEqual(['tree list links trash']);
  });

  test('not any more after the end', async () => {
    const refresher = create();
    refresher.add(LIST);
    refresher.stop();
    refresher.add(LIST);
    await vi.advanceTimersByTimeAsync(5000);
    expect(loads).toEqual([]);
  });
});
