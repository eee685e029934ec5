import { Messages } from '@vault/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outage } from '../availability/index.ts';
import { fetchResumably } from './fetch-resumably.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const CONTENT = 'abcdefghijklmnopqrstuvwxyz';

interface FakeAddress {
  /** for each failing attempt the number of bytes after which it fails; the next attempt completes */
  breaksAfter?: number[];
  etags?: string[];
  reply?: () => Response;
}

/** Creates a fake address that supports Range and If-Range, and loses the connection as `breaksAfter` says. */
function fakeAddress({ breaksAfter = [], etags = [], reply }: FakeAddress) {
  const asked: string[] = [];
  const get = (_url: unknown, init?: RequestInit): Promise<Response> => {
    const headers = new Headers(init?.headers);
    asked.push(headers.get('range') ?? 'all');
    if (reply) return Promise.resolve(reply());
    const breakAfter = breaksAfter.shift();
    if (breakAfter === 0) return Promise.reject(new TypeError('Failed to fetch'));
    const etag = etags.shift() ?? '"one"';
    const from = headers.get('if-range') === etag ? Number(headers.get('range')?.match(/\d+/)?.[0] ?? 0) : 0;
    return Promise.resolve(partOf(from, breakAfter, etag));
  };
  return { asked, get: get as typeof fetch };
}

function partOf(from: number, breakAfter: number | undefined, etag: string): Response {
  const bytes = new TextEncoder().encode(CONTENT.slice(from));
  let left = breakAfter;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left === undefined) {
        controller.enqueue(bytes);
        controller.close();
      } else if (left > 0) {
        controller.enqueue(bytes.slice(0, left));
        left = 0;
      } else controller.error(new TypeError('network error'));
    },
  });
  return new Response(stream, {
    status: from > 0 ? 206 : 200,
    headers: { 'Content-Length': String(bytes.length), ETag: etag, 'Content-Type': 'application/zip' },
  });
}

function download(address: ReturnType<typeof fakeAddress>, signal = new AbortController().signal) {
  const progress: number[] = [];
  const waits: Outage[] = [];
  const blob = fetchResumably({
    url: '/x',
    onProgress: (done) => progress.push(done),
    onWait: (outage) => waits.push(outage),
    availability: { suspect: () => undefined, untilAvailable: async () => undefined },
    signal,
    fetch: address.get,
  });
  blob.catch(() => undefined);
  return { blob, progress, waits };
}

/** Advances the faked clock past all pauses. */
const elapse = () => vi.advanceTimersByTimeAsync(600_000);

test('a download without a failure makes one request', async () => {
  const address = fakeAddress({});
  const { blob, progress } = download(address);
  expect(await (await blob).text()).toBe(CONTENT);
  expect([address.asked, progress]).toEqual([['all'], [26]]);
});

test('after a lost connection the download continues at the byte where it stopped', async () => {
  const address = fakeAddress({ breaksAfter: [10, 0, 5] });
  const { blob, waits } = download(address);
  await elapse();
  expect(await (await blob).text()).toBe(CONTENT);
  expect(address.asked).toEqual(['all', 'bytes=10-', 'bytes=10-', 'bytes=15-']);
  expect(waits).toEqual(['unreachable', 'unreachable', 'unreachable']);
});

test('a download whose content has changed starts again, so that it never mixes two contents', async () => {
  const address = fakeAddress({ breaksAfter: [10], etags: ['"one"', '"two"'] });
  const { blob } = download(address);
  await elapse();
  expect(await (await blob).text()).toBe(CONTENT);
});

test('a download whose connection is lost repeatedly fails instead of saving half a file', async () => {
  const { blob } = download(fakeAddress({ breaksAfter: [3, ...Array.from({ length: 20 }, () => 0)] }));
  await elapse();
  await expect(blob).rejects.toThrow(Messages.requestFailed);
});

test('SAFE-06 a download that gets a 503 waits, and fails with the message after its limit', async () => {
  const away = () => Response.json({ code: 503, data: null, errorMessage: 'x' }, { status: 503 });
  const replies = [away, away];
  const reply = () => replies.shift()?.() ?? partOf(0, undefined, '"one"');
  const { blob, waits } = download(fakeAddress({ reply }));
  await elapse();
  expect(await (await blob).text()).toBe(CONTENT);
  expect(waits).toEqual(['unavailable', 'unavailable']);
  const other = download(fakeAddress({ reply: away }));
  await elapse();
  await expect(other.blob).rejects.toThrow(Messages.vaultUnavailable);
});

test('SAFE-22 SAFE-25 a damaged file fails with its message, and is not requested again', async () => {
  const body = { code: 500, data: null, errorMessage: Messages.fileDamaged };
  const address = fakeAddress({ reply: () => Response.json(body, { status: 500 }) });
  await expect(download(address).blob).rejects.toThrow(Messages.fileDamaged);
  expect(address.asked).toHaveLength(1);
});

test.each([
  ['JSON', 200, 'application/json; charset=utf-8'],
  ['a refusal', 404, 'text/plain'],
  ['an expired address', 403, 'application/json'],
])("DOWNLOAD-11 %s instead of a file gives 'File or folder does not exist.'", async (_what, status, type) => {
  const reply = () => new Response('{}', { status, headers: { 'Content-Type': type } });
  await expect(download(fakeAddress({ reply })).blob).rejects.toThrow(Messages.notFound);
});

test('T-48 D-42 a stored JSON file is downloaded like any file', async () => {
  const reply = () => new Response('{"a":1}', { headers: { 'Content-Type': 'application/octet-stream' } });
  expect(await (await download(fakeAddress({ reply })).blob).text()).toBe('{"a":1}');
});

test('an abort stops a download immediately', async () => {
  const controller = new AbortController();
  controller.abort(new DOMException('stopped', 'AbortError'));
  const address = fakeAddress({ breaksAfter: [0, 0] });
  await expect(download(address, controller.signal).blob).rejects.toThrow('stopped');
});
