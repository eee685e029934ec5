import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A pace of five running items, and whether the call of a group of `size` items is due. */
function createGroup({ running = 5, size = 1 } = {}) {
  const state = { running, size, isDue: false };
  const pace = createPace(3, () => state.running);
  const wait = async () => {
    await pace.untilDue(() => state.size);
    state.isDue = true;
  };
  for (let item = 0; item < size; item += 1) pace.joined();
  void wait();
  const isDue = async () => {
    await Promise.resolve();
    return state.isDue;
  };
  return { pace, state, isDue };
}

describe('SPEED-04 a call that several items share', () => {
  it('SPEED-04 waits while other running items can join', async () => {
    expect(await createGroup({ size: 2 }).isDue()).toBe(false);
  });

  it('SPEED-04 is made when enough items wait', async () => {
    const { pace, state, isDue } = createGroup({ size: 2 });
    state.size = 3;
    pace.joined();
    expect(await isDue()).toBe(true);
  });

  it('SPEED-04 is made when every running item waits for some call', async () => {
    const { pace, isDue } = createGroup({ size: 2 });
    pace.joined();
    pace.joined();
    expect(await isDue()).toBe(false);
    pace.joined();
    expect(await isDue()).toBe(true);
  });

  it('SPEED-04 items whose call is made can join again', async () => {
    const { pace, isDue } = createGroup({ size: 2 });
    pace.joined();
    pace.left(1);
    pace.joined();
    pace.joined();
    expect(await isDue()).toBe(false);
  });

  it('SPEED-04 is made when the items that could join have ended', async () => {
    const { pace, state, isDue } = createGroup({ size: 2 });
    state.running = 2;
    pace.changed();
    expect(await isDue()).toBe(true);
  });

  it('SPEED-04 is made after 200 ms, because an item can send a large file for minutes', async () => {
    const { isDue } = createGroup({ size: 2 });
    await vi.advanceTimersByTimeAsync(199);
    expect(await isDue()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isDue()).toBe(true);
  });
});
