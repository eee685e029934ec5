import { expect, it } from 'vitest';
import { freeBytes } from './free-bytes.ts';

it('SPEED-10 freed bytes have no length, also when they are freed again', () => {
  const bytes = Buffer.alloc(100_000, 1);
  freeBytes(bytes);
  freeBytes(bytes);
  freeBytes(Buffer.alloc(0));
  expect(bytes).toHaveLength(0);
});

it('SPEED-10 their memory is free before a garbage collection', () => {
  const before = process.memoryUsage().arrayBuffers;
  const pieces = Array.from({ length: 50 }, () => Buffer.alloc(1024 ** 2, 1));
  pieces.forEach(freeBytes);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 ** 2);
});

it('SPEED-10 bytes that share their memory with others are not freed', () => {
  const all = Buffer.alloc(100_000, 1);
  const part = all.subarray(0, 50_000);
  freeBytes(part);
  const fromPool = Buffer.from('a short text');
  freeBytes(fromPool);
  expect([part.length, all.length, fromPool.toString()]).toEqual([50_000, 100_000, 'a short text']);
});
