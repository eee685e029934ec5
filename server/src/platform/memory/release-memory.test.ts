import { memoryUsage } from 'node:process';
import { expect, it } from 'vitest';
import { releaseMemory } from './release-memory.ts';

it('SPEED-10 memory that JavaScript has freed is returned to the system', async () => {
  let garbage: object[] | null = Array.from({ length: 500_000 }, (_, n) => ({ n }));
  const full = memoryUsage.rss();
  expect(garbage).toHaveLength(500_000);
  garbage = null;
  await releaseMemory();
  expect(full - memoryUsage.rss()).toBeGreaterThan(8 * 1024 ** 2);
});

it('SPEED-10 memory that the C library keeps between used pieces is returned to the system', async () => {
  await releaseMemory();
  // Smaller than pieces that the C library takes from the system and returns one by one.
  let buffers: Buffer[] = Array.from({ length: 2_000 }, () => Buffer.alloc(30_000, 1));
  const full = memoryUsage.rss();
  buffers = buffers.filter((_, n) => n % 10 === 0);
  await releaseMemory();
  expect(buffers).toHaveLength(200);
  expect(full - memoryUsage.rss()).toBeGreaterThan(40 * 1024 ** 2);
});
