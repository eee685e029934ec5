import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { fetchResumably } from './fetch-resumably.ts';

const CONTENT = 'abcdefghijklmnopqrstuvwxyz';

interface FakeAddress {
  /** after how many bytes each attempt breaks; one more attempt goes to the end */
  breaksAfter?: number[];
  etags?: string[];
  reply?: () => Response;
}

/** An address that honours Range and If-Range, and loses the connection as told. */
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
  const pauses: number[] = [];
  const blob = fetchResumably({
    url: '/x',
    onProgress: (done) => progress.push(done),
    signal,
    fetch: address.get,
    pause: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
  });
  return { blob, progress, pauses };
}

test('a download that is not disturbed is asked for once', async () => {
  const address = fakeAddress({});
  const { blob, progress } = download(address);
  expect(await (await blob).text()).toBe(CONTENT);
  expect([address.asked, progress]).toEqual([['all'], [26]]);
});

test('a broken connection is taken up where it broke', async () => {
  const address = fakeAddress({ breaksAfter: [10, 0, 5] });
  const { blob, pauses } = download(address);
  expect(await (await blob).text()).toBe(CONTENT);
  expect(address.asked).toEqual(['all', 'bytes=10-', 'bytes=10-', 'bytes=15-']);
  expect(pauses).toEqual([500, 1000, 500]);
});

test('content that has changed meanwhile starts anew, so that two halves never mix', async () => {
  const address = fakeAddress({ breaksAfter: [10], etags: ['"one"', '"two"'] });
  const { blob } = download(address);
  expect(await (await blob).text()).toBe(CONTENT);
});

test('a connection that stays away ends in a failure, not in half a file', async () => {
  const { blob, pauses } = download(fakeAddress({ breaksAfter: [3, 0, 0, 0, 0, 0, 0] }));
  await expect(blob).rejects.toThrow(Messages.requestFailed);
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000]);
});

test.each([
  ['JSON', 200, 'application/json; charset=utf-8'],
  ['a refusal', 404, 'text/plain'],
  ['an expired address', 403, 'application/json'],
])("DOWNLOAD-11 %s instead of a file gives 'File or folder does not exist.'", async (_what, status, type) => {
  const reply = () => new Response('{}', { status, headers: { 'Content-Type': type } });
  await expect(download(fakeAddress({ reply })).blob).rejects.toThrow(Messages.notFound);
});

test('T-48 D-42 a stored JSON file is a file', async () => {
  const reply = () => new Response('{"a":1}', { headers: { 'Content-Type': 'application/octet-stream' } });
  expect(await (await download(fakeAddress({ reply })).blob).text()).toBe('{"a":1}');
});

test('an abort ends it at once', async () => {
  const controller = new AbortController();
  controller.abort(new DOMException('stopped', 'AbortError'));
  const address = fakeAddress({ breaksAfter: [0, 0] });
  await expect(download(address, controller.signal).blob).rejects.toThrow('stopped');
});
