import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type ExportedFunction, exportedFunctions } from './wasm-file.ts';

interface WebAssemblyCompiler {
  compile(bytes: Uint8Array): Promise<unknown>;
}

/** @returns the compiled module of YARA-X */
export async function compileEngine(): Promise<unknown> {
  const { WebAssembly: compiler } = globalThis as unknown as { WebAssembly: WebAssemblyCompiler };
  return compiler.compile(callConstructorsOnce(await readEngine()));
}

/** @returns the WebAssembly file of YARA-X */
export async function readEngine(): Promise<Uint8Array> {
  const entry = createRequire(import.meta.url).resolve('@virustotal/yara-x');
  return readFile(join(dirname(entry), 'yara_x_js_bg.wasm'));
}

const NOP = 0x01;
const CALL = 0x10;
const LAST_BYTE_OF_NUMBER = 0x80;
/** The export that is called before all others: RuleSet creates a compiler first. */
const FIRST_EXPORT = 'compiler_new';

/**
 * YARA-X 1.20 is linked as a WASI command, so almost every export first calls the constructors of all its global
 * objects. A scan calls exports several hundred times, which took 5 of its 6 ms. The constructors do nothing at a
 * second call, so only the first export keeps the call. A file of another form is not changed.
 * @param file changed in place
 */
export function callConstructorsOnce(file: Uint8Array): Uint8Array {
  const exported = exportedFunctions(file);
  const first = exported.find(({ name }) => name === FIRST_EXPORT);
  const call = first === undefined ? null : firstCall(first);
  if (call === null) return file;
  for (const other of exported) {
    if (other !== first && startsWith(other.code, call)) other.code.fill(NOP, 0, call.length);
  }
  return file;
}

/** @returns the bytes of a call that is the first instruction of a function, or null */
export function firstCall({ code }: ExportedFunction): Uint8Array | null {
  if (code[0] !== CALL) return null;
  const end = code.findIndex((byte, at) => at > 0 && byte < LAST_BYTE_OF_NUMBER);
  return code.slice(0, end + 1);
}

const startsWith = (bytes: Uint8Array, start: Uint8Array) => start.every((byte, at) => bytes[at] === byte);
