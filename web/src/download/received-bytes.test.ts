import { expect, test } from 'vitest';
import { ReceivedBytes } from './received-bytes.ts';

/** A reply whose connection is lost after the texts, unless it is complete. */
function reply(texts: string[], { status = 200, length, etag = '"one"' }: Partial<Reply> = {}): Response {
  const rest = [...texts];
  const body = new ReadableStream<Uint8Array>({
    pull(to) {
      const text = rest.shift();
      if (text !== undefined) to.enqueue(new TextEncoder().encode(text));
      else if (length === undefined || length === texts.join('').length) to.close();
      else to.error(new TypeError('network error'));
    },
  });
  const headers = {
    'content-type': 'text/plain',
    ...(etag !== null && { etag }),
    ...(length !== undefined && { 'content-length': String(length) }),
  };
  return new Response(body, { status, headers });
}
interface Reply {
  status: number;
  length: number;
  etag: string | null;
}

const none = () => undefined;

test('one reply has all bytes', async () => {
  const received = new ReceivedBytes();
  expect(received.rest).toBeNull();
  const shown: unknown[] = [];
  await received.add(reply(['one', 'three'], { length: 8 }), (...progress) => shown.push(progress));
  expect([await received.toBlob().text(), received.toBlob().type]).toEqual(['onethree', 'text/plain']);
  expect(shown).toEqual([
    [0, 8],
    [3, 8],
    [8, 8],
  ]);
});

test('SAFE-06 after a lost connection the next reply has only the rest', async () => {
  const received = new ReceivedBytes();
  await expect(received.add(reply(['one'], { length: 8 }), none)).rejects.toThrow(TypeError);
  expect(received.rest).toEqual({ range: 'bytes=3-', ifRange: '"one"' });
  const shown: unknown[] = [];
  await received.add(reply(['three'], { status: 206, length: 5 }), (...progress) => shown.push(progress));
  expect(await received.toBlob().text()).toBe('onethree');
  expect(shown).toEqual([
    [3, 8],
    [8, 8],
  ]);
});

test('a complete reply to a request for the rest replaces what has arrived', async () => {
  const received = new ReceivedBytes();
  await expect(received.add(reply(['one'], { length: 8 }), none)).rejects.toThrow(TypeError);
  await received.add(reply(['changed'], { length: 7, etag: '"two"' }), none);
  expect(await received.toBlob().text()).toBe('changed');
});

test('without an ETag the next request is for the complete file', async () => {
  const received = new ReceivedBytes();
  await expect(received.add(reply(['one'], { length: 8, etag: null }), none)).rejects.toThrow(TypeError);
  expect(received.rest).toBeNull();
});

test('a reply that ends early is a lost connection', async () => {
  const ended = new Response('one', { headers: { 'content-length': '8' } });
  await expect(new ReceivedBytes().add(ended, none)).rejects.toThrow(TypeError);
});

test('a reply without bytes or length can be read too', async () => {
  const received = new ReceivedBytes();
  const shown: unknown[] = [];
  await received.add(new Response(null), (...progress) => shown.push(progress));
  expect(received.toBlob().size).toBe(0);
  expect(shown).toEqual([[0, null]]);
});
