import { join } from 'node:path';
import { tmpdir } from 'node:os';
import pino from 'pino';
import { openScanner, type Scanner, type Verdict } from '../platform/scanner/index.ts';
import { bufferSource } from '../platform/zip/index.ts';

let scanner: Promise<Scanner> | null = null;

/**
 * The embedded scanner of all test servers of this process. It keeps nothing between two files, and its start takes
 * 0.2 s of CPU time. It ends with the process: without a file, its thread does not keep the process running.
 */
export function sharedScanner(): Promise<Scanner> {
  scanner ??= openScanner({
    clamd: null,
    rulesDirectory: join(tmpdir(), 'no-rules'),
    idleMs: null,
    log: pino({ level: 'silent' }),
  });
  return scanner;
}

/** Scans bytes in memory with the scanner of this process. */
export async function scanBytes(bytes: Uint8Array): Promise<Verdict> {
  return (await sharedScanner()).scan(bufferSource(bytes));
}
