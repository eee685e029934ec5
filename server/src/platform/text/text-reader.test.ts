import { expect, test } from 'vitest';
import { TextReader } from './text-reader.ts';

test('a document that takes too long is given up, and the next one is read', async () => {
  const workerFile = new URL('./fixtures/endless-worker.ts', import.meta.url);
  const reader = new TextReader({ maxSeconds: 0.2, workerFile });
  await expect(reader.read('plain', new Uint8Array([1]))).rejects.toThrow('it takes too long');
  await expect(reader.read('plain', new Uint8Array([2]))).resolves.toBe('read');
  await reader.close();
});

test('several documents are read one after the other, each with its own answer', async () => {
  const reader = new TextReader();
  const texts = ['one', 'two', 'three'].map((text) => reader.read('plain', new TextEncoder().encode(text)));
  expect(await Promise.all(texts)).toEqual(['one', 'two', 'three']);
  await reader.close();
});
