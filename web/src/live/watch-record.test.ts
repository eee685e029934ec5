import { QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, availability, isBackgroundFetch, keys } from '../api/index.ts';
import { watchRecord } from './watch-record.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null });
let asked: { address: string; signal: AbortSignal }[] = [];
/** time until the first data of the server arrives, in ms */
let wayMs = 0;
let isOffline = false;
/** how a stream ends 30 s after its first data */
let end: 'never' | 'orderly' | 'broken' = 'never';
let stop: () => void = () => undefined;

const turn = (state: 'visible' | 'hidden') => {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
};
const openStreams = () => asked.filter(({ signal }) => !signal.aborted).length;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  wayMs = 0;
  isOffline = false;
  end = 'never';
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('sessionStorage', { getItem: () => 'token' });
  vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
    const isStream = address.includes('/events');
    if (isStream) asked.push({ address, signal });
    if (isOffline) throw new TypeError('Failed to fetch');
    if (!isStream) return new Response('{}');
    await new Promise((resolve) => {
      setTimeout(resolve, wayMs);
    });
    const head = { headers: { 'content-type': 'text/event-stream' } };
    return new Response(new ReadableStream({ start: streamIn }), head);
  });
});
afterEach(() => {
  stop();
  availability.reset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

function streamIn(to: ReadableStreamDefaultController): void {
  to.enqueue(bytesOf('retry: 3000\n\n'));
  if (end === 'orderly') {
    setTimeout(() => {
      to.enqueue(bytesOf(': end\n\n'));
      to.close();
    }, 30_000);
  }
  if (end === 'broken') setTimeout(() => to.error(new TypeError('network error')), 30_000);
}

const watch = () => {
  stop = watchRecord(new QueryClient(), 'rec');
};

test('C56 a hidden page closes its connection, and opens one when it is shown again', async () => {
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

test('C56 a page that is opened in the background closes its connection too', async () => {
  page.visibilityState = 'hidden';
  watch();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(openStreams()).toBe(0);
  turn('visible');
  expect(openStreams()).toBe(1);
});

test('C56 stopping the watch closes the stream', async () => {
  page.visibilityState = 'visible';
  watch();
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  await vi.advanceTimersByTimeAsync(200_000);
  expect([openStreams(), asked.length]).toEqual([0, 1]);
});

/** Returns how often the list on the screen is loaded in the first seconds. */
async function loads(seconds = 10): Promise<number> {
  page.visibilityState = 'visible';
  const queryClient = new QueryClient();
  const queryFn = vi.fn<() => number>(() => 1);
  const leave = new QueryObserver(queryClient, { queryKey: keys.list('rec', {}), queryFn }).subscribe(
    () => undefined,
  );
  stop = watchRecord(queryClient, 'rec');
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  leave();
  return queryFn.mock.calls.length;
}

test('C56 data that was just loaded is not loaded again when the stream starts quickly', async () => {
  wayMs = 900;
  expect(await loads()).toBe(1);
});

test('C56 a slow start of the stream reloads everything, because changes may have been missed', async () => {
  wayMs = 4_000;
  expect(await loads()).toBe(2);
});

test('C56 a stream that the server ends is continued, and nothing is loaded again', async () => {
  end = 'orderly';
  expect(await loads(40)).toBe(1);
  const missed = asked.map(({ address }) =>
    Number(new URLSearchParams(address.split('?')[1]).get('missedMs')),
  );
  expect(missed).toHaveLength(2);
  // The pause before the next attempt, and the way of the request.
  expect(missed[1]).toBeLessThan(4_000);
});

test('C56 everything is loaded again after a stream that broke', async () => {
  end = 'broken';
  expect(await loads(40)).toBe(2);
});

test('C56 changes that failed to load are loaded later, without a message', async () => {
  page.visibilityState = 'visible';
  const reported = vi.fn<() => void>();
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (_, query) => !isBackgroundFetch(query) && reported() }),
  });
  let isBroken = false;
  let loaded = 0;
  const queryFn = vi.fn<() => number>(() => {
    if (isBroken) throw new ApiError(503, null);
    loaded += 1;
    return loaded;
  });
  const options = { queryKey: keys.list('rec', {}), queryFn, retry: false, staleTime: Infinity };
  const leave = new QueryObserver(queryClient, options).subscribe(() => undefined);
  stop = watchRecord(queryClient, 'rec');
  await vi.advanceTimersByTimeAsync(1_000);
  turn('hidden');
  await vi.advanceTimersByTimeAsync(20_000);
  isBroken = true;
  // A page that was hidden for a while loads everything again.
  turn('visible');
  await vi.advanceTimersByTimeAsync(60_000);
  const before = loaded;
  expect(queryFn.mock.calls.length).toBeGreaterThan(before + 3);
  isBroken = false;
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(300);
  expect(queryClient.getQueryData(options.queryKey)).toBe(before + 1);
  expect(reported).not.toHaveBeenCalled();
  leave();
});

test('C56 the stream reopens as soon as the network is back', async () => {
  page.visibilityState = 'visible';
  isOffline = true;
  watch();
  await vi.advanceTimersByTimeAsync(1_200_000);
  const before = asked.length;
  isOffline = false;
  page.dispatchEvent(new Event('online'));
  expect(asked).toHaveLength(before + 1);
  stop();
  page.dispatchEvent(new Event('online'));
  expect(asked).toHaveLength(before + 1);
});

test('SAFE-06 the stream reopens as soon as the vault is back', async () => {
  page.visibilityState = 'visible';
  isOffline = true;
  watch();
  await vi.advanceTimersByTimeAsync(1_200_000);
  expect(availability.get()).toBe('unreachable');
  const before = asked.length;
  isOffline = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(availability.get()).toBe('available');
  expect(asked).toHaveLength(before + 1);
});
