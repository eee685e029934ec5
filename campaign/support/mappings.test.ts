import { expect, it } from 'vitest';
import { residentBytes } from './mappings.ts';

/** The part of Node's WebAssembly that the test needs; its types come with those of browsers only. */
interface WithWebAssembly {
  WebAssembly: { Memory: new (options: { initial: number }) => { buffer: ArrayBuffer } };
}

const { WebAssembly } = globalThis as unknown as WithWebAssembly;
const MIB = 1024 * 1024;
const PAGE_BYTES = 64 * 1024;

it('SAFE-11 memory of WebAssembly is reported apart', () => {
  const before = residentBytes();
  const memory = new WebAssembly.Memory({ initial: (32 * MIB) / PAGE_BYTES });
  new Uint8Array(memory.buffer).fill(1);
  const after = residentBytes();
  expect(after.wasm - before.wasm).toBe(32 * MIB);
});

it('all resident memory has a use', () => {
  const { wasm, malloc, files, other } = residentBytes();
  const rss = process.memoryUsage().rss;
  expect(Math.abs(wasm + malloc + files + other - rss)).toBeLessThan(16 * MIB);
});
