import type { LiveEvent } from '@vault/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Resolvers, withResolvers } from '../kit/with-resolvers.ts';
import { createRefresher } from './refresher.ts';

const LIST: LiveEvent = { type: 'list' };
const types = ['tree', 'list', 'links', 'trash'] as const;

let loads: string[] = [];
let paused = false;
/** while it is not null, a load waits for it */
let running: Resolvers<void> | null = null;
/** true: all loads fail */
let isBroken = false;

const create = () =>
  createRefresher({
    isPaused: () => paused,
    refresh: async (changes) => {
      loads.push(types.filter((type) => changes.has(type)).join(' '));
      await running?.promise;
      return !isBroken;
    },
  });

beforeEach(() => {
  vi.useFakeTimers();
  loads = [];
  paused = false;
  running = null;
  isBroken = false;
});
afterEach(() => {
  vi.useRealTimers();
});

describe('C56 the refresher loads changes by other users', () => {
  test('changes that arrive together are loaded together, within a second', async () => {
    const refresher = create();
    refresher.add(LIST);
    refresher.add({ type: 'tree' });
    refresher.add(LIST);
    expect(loads).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(loads).toEqual(['tree list']);
  });

  test('many events cause only a few loads a second, and the last event is loaded too', async () => {
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

  test('a load waits for the end of the previous load, even when that takes long', async () => {
    const refresher = create();
    running = withResolvers();
    refresher.add(LIST);
    await vi.advanceTimersByTimeAsync(200);
    refresher.add({ type: 'links' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loads).toEqual(['list']);
    running.resolve();
    await vi.advanceTimersByTimeAsync(1000);
    expect(loads).toEqual(['list', 'links']);
  });

  test('during a drag, and while the page is hidden, nothing is loaded', async () => {
    const refresher = create();
    paused = true;
    refresher.add(LIST);
    await vi.advanceTimersByTimeAsync(5000);
    refresher.add({ type: 'tree' });
    expect(loads).toEqual([]);
    paused = false;
    refresher.release();
    await vi.advanceTimersByTimeAsync(200);
    expect(loads).toEqual(['tree list']);
  });

  test('a drag that starts before a load begins delays the load until its end', async () => {
    const refresher = create();
    refresher.add(LIST);
    paused = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(loads).toEqual([]);
    paused = false;
    refresher.release();
    await vi.advanceTimersByTimeAsync(200);
    expect(loads).toEqual(['list']);
  });

  test('everything is loaded when it is unknown what has changed', async () => {
    const refresher = create();
    refresher.addAll();
    await vi.advanceTimersByTimeAsync(200);
    expect(loads).toEqual(['tree list links trash']);
  });

  test('failed loads are repeated after growing pauses, together with later changes', async () => {
    const refresher = create();
    isBroken = true;
    refresher.add(LIST);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(loads.length).toBeGreaterThan(4);
    expect(loads.length).toBeLessThan(14);
    expect(new Set(loads)).toEqual(new Set(['list']));
    isBroken = false;
    refresher.addAll();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(loads.at(-1)).toBe('tree list links trash');
    const { length } = loads;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(loads).toHaveLength(length);
  });

  test('a failed load is repeated immediately when the network is back or an event arrives', async () => {
    const refresher = create();
    for (const again of [refresher.retryNow, () => refresher.add({ type: 'links' })]) {
      isBroken = true;
      refresher.add(LIST);
      await vi.advanceTimersByTimeAsync(300_000);
      isBroken = false;
      loads = [];
      again();
      await vi.advanceTimersByTimeAsync(200);
      expect(loads).toHaveLength(1);
      expect(loads[0]).toContain('list');
    }
    refresher.retryNow();
    await vi.advanceTimersByTimeAsync(5000);
    expect(loads).toHaveLength(1);
  });

  test('a repeated load loads the same folders', async () => {
    let folders: unknown[] = [];
    const refresher = createRefresher({
      isPaused: () => false,
      refresh: async (changes) => {
        folders.push([...(changes.folders ?? ['any'])]);
        return folders.length > 1;
      },
    });
    refresher.add({ type: 'list', parentFolderSfid: 'a' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(folders).toEqual([['a'], ['a']]);
    folders = [];
    refresher.addAll();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(folders).toEqual([['any'], ['any']]);
  });

  test('nothing is loaded after the refresher is stopped', async () => {
    const refresher = create();
    refresher.add(LIST);
    refresher.stop();
    refresher.add(LIST);
    await vi.advanceTimersByTimeAsync(5000);
    expect(loads).toEqual([]);
  });
});
