import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchRecord } from './watch-record.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null });
let asked: { path: string; signal: AbortSignal }[] = [];
let stop: () => void = () => undefined;

const turn = (state: 'visible' | 'hidden') => {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
};
const openStreams = () => asked.filter(({ signal }) => !signal.aborted).length;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('document', page);
  vi.stubGlobal('sessionStorage', { getItem: () => 'token' });
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    asked.push({ path, signal });
    const head = { headers: { 'content-type': 'text/event-stream' } };
    return Promise.resolve(
      new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(1)) }), head),
    );
  });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const watch = () => {
  stop = watchRecord(new QueryClient(), 'rec');
};

test('C56 a page that nobody looks at gives its connection back, and takes one when it is looked at again', async () => {
  page.visibilityState = 'visible';
  watch();
  turn('hidden');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(openStreams()).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(openStreams()).toBe(0);
  turn('visible');
  expect(openStreams()).toBe(1);
});

test('C56 a page that was opened where nobody sees it keeps no connection, either', async () => {
  page.visibilityState = 'hidden';
  watch();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(openStreams()).toBe(0);
  turn('visible');
  expect(openStreams()).toBe(1);
});

test('C56 a screen that is left ends its stream', async () => {
  page.visibilityState = 'visible';
  watch();
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  await vi.advanceTimersByTimeAsync(200_000);
  expect([openStreams(), asked.length]).toEqual([0, 1]);
});
