import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSelection } from './selection.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const chosenIds = (selection: ReturnType<typeof createSelection>) => [...selection.store.getState().chosen];
const settledIds = (selection: ReturnType<typeof createSelection>) => [...selection.store.getState().settled];

test('FILES-48 the label follows the checkboxes after 200 ms', () => {
  const selection = createSelection();
  selection.choose(new Set(['a']));
  vi.advanceTimersByTime(150);
  selection.choose(new Set(['a', 'b']));
  vi.advanceTimersByTime(199);
  expect(settledIds(selection)).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(settledIds(selection)).toEqual(['a', 'b']);
});

test('T-67 an action before the 200 ms have passed uses the newest selection', () => {
  const selection = createSelection();
  selection.choose(new Set(['a']));
  vi.advanceTimersByTime(200);
  selection.choose(new Set(['c']));
  expect(chosenIds(selection)).toEqual(['c']);
});

test('FILES-45 FILES-46 clearing has no delay, and no row is selected again later', () => {
  const selection = createSelection();
  selection.choose(new Set(['a']));
  selection.clear();
  vi.advanceTimersByTime(1000);
  expect(settledIds(selection)).toEqual([]);
  expect(chosenIds(selection)).toEqual([]);
});

test('after a reload only rows that are still listed stay selected', () => {
  const selection = createSelection();
  selection.choose(new Set(['a', 'b']));
  vi.advanceTimersByTime(200);
  selection.retain(['b', 'c']);
  expect(chosenIds(selection)).toEqual(['b']);
  selection.retain([]);
  expect(settledIds(selection)).toEqual([]);
});

test('T-68 whenSettled waits for the label to follow, and runs immediately when it has followed', () => {
  const selection = createSelection();
  const seen: number[] = [];
  const look = () => seen.push(selection.store.getState().settled.size);
  selection.choose(new Set(['a']));
  selection.whenSettled(look);
  vi.advanceTimersByTime(199);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual([1]);
  selection.whenSettled(look);
  expect(seen).toEqual([1, 1]);
});

test('MENU-19 another change of the selection cancels the waiting action', () => {
  const selection = createSelection();
  const act = vi.fn<() => void>();
  selection.choose(new Set(['a']));
  selection.whenSettled(act);
  selection.choose(new Set(['b']));
  vi.advanceTimersByTime(1000);
  selection.choose(new Set(['c']));
  selection.whenSettled(act);
  selection.clear();
  vi.advanceTimersByTime(1000);
  expect(act).not.toHaveBeenCalled();
});
