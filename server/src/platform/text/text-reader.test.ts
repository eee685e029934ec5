import { afterEach, expect, test, vi } from 'vitest';
import { TextReader } from './text-reader.ts';

afterEach(() => vi.useRealTimers());

test('a document that takes too long is aborted, and the next one is read', async () => {
  const workerFile = new URL('./fixtures/endless-worker.ts', import.meta.url);
  // The test uses fake timers, because on a busy machine a new thread can start late.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const reader = new TextReader({ maxSeconds: 5, workerFile });
  const outcome = reader.read('plain', new Uint8Array([1])).catch(String);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await outcome).toContain('it takes too long');
  await expect(reader.read('plain', new Uint8Array([2]))).resolves.toBe('read');
  await reader.close();
});

test('several documents are read one after the other, each with its own result', async () => {
  const reader = new TextReader();
  const texts = ['one', 'two', 'three'].map((text) => reader.read('plain', new TextEncoder().encode(text)));
  expect(await Promise.all(texts)).toEqual(['one', 'two', 'three']);
  await reader.close();
});
