import { expect, it } from 'vitest';
import { callConstructorsOnce, firstCall, readEngine } from './engine.ts';
import { exportedFunctions } from './wasm-file.ts';

const exportsWithCall = (file: Uint8Array) =>
  exportedFunctions(file)
    .filter((one) => firstCall(one) !== null)
    .map(({ name }) => name);

it('only the first export of the scan engine calls the constructors', async () => {
  const file = await readEngine();
  const length = file.length;
  expect(exportsWithCall(file).length).toBeGreaterThan(10);
  expect(exportsWithCall(callConstructorsOnce(file))).toEqual(['compiler_new']);
  expect(file.length).toBe(length);
});

it('a WebAssembly file without constructors is not changed', () => {
  const empty = Buffer.from('0061736d01000000', 'hex');
  expect(callConstructorsOnce(Buffer.from(empty))).toEqual(empty);
});
