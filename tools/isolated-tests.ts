import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Calls that replace what all modules of a worker share. */
const REPLACES =
  /vi\.(stubGlobal|stubEnv|mock|doMock|useFakeTimers)\(|Object\.(assign|defineProperty)\(globalThis/;

/**
 * @param root a folder
 * @param pattern a glob of test files in it
 * @returns the files that replace globals, timers or modules: each of them needs a separate worker
 */
export const filesToIsolate = (root: string, pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .filter((file) => !file.endsWith('.component.test.tsx'))
    .filter((file) => REPLACES.test(readFileSync(join(root, file), 'utf8')));
