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
  const memory = new WebAssembly.Memory({ initial: (64 * MIB) / PAGE_BYTES });
  new Uint8Array(memory.buffer).fill(1);
  const grown = residentBytes().wasm - before.wasm;
  // Scanning threads of other tests can change their memory at the same time.
  expect(grown).toBeGreaterThan(32 * MIB);
});

it('all resident memory has a use', () => {
  const { wasm, malloc, files, other } = residentBytes();
  const difference = wasm + malloc + files + other - process.memoryUsage().rss;
  expect(Math.abs(difference)).toBeLessThan(64 * MIB);
});
