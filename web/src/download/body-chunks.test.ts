import { expect, test } from 'vitest';
import { blobOf, bodyLength } from './body-chunks.ts';

test('a reply is read with its progress', async () => {
  const body = new ReadableStream({
    start: (to) => {
      for (const text of ['one', 'three']) to.enqueue(new TextEncoder().encode(text));
      to.close();
    },
  });
  const headers = { 'content-length': '8', 'content-type': 'text/plain' };
  const response = new Response(body, { headers });
  const done: number[] = [];
  const blob = await blobOf(response, (doneBytes) => done.push(doneBytes));
  expect([await blob.text(), blob.type]).toEqual(['onethree', 'text/plain']);
  expect(done).toEqual([3, 8]);
  expect(bodyLength(response)).toBe(8);
});

test('a reply without bytes or length can be read too', async () => {
  const response = new Response(null);
  expect((await blobOf(response, () => undefined)).size).toBe(0);
  expect(bodyLength(response)).toBeNull();
});
