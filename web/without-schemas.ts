import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ID = '\0without-schemas';
const CONTRACT = join(import.meta.dirname, '../contract/src');

/**
 * Leaves the contract's schemas out of the browser's bundle. They check what callers send and describe the API;
 * a screen only needs each call's method, path and types. Zod would be a sixth of the first view, and its test
 * for `new Function` violates our Content-Security-Policy, which every visitor's console would report.
 * The module that replaces it has the same functions. They return an object that accepts every further call; `parse`
 * and `safeParse` throw, so that no value is used as if it had been checked.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    enforce: 'pre',
    resolveId: (source) => (source === 'zod' ? ID : null),
    load: (id) => (id === ID ? emptySchemas(usedNames()) : null),
  };
}

/** The names of Zod that the contract uses: `z.object`, `z.string` … */
function usedNames(): string[] {
  const sources = readdirSync(CONTRACT)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(CONTRACT, file), 'utf8'));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/\bz\s*\.(\w+)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

function emptySchemas(names: readonly string[]): string {
  return `
const refuse = () => { throw new Error('Schemas are not part of the browser bundle'); };
const schema = new Proxy(function () {}, {
  get: (_, name) => (name === 'parse' || name === 'safeParse' ? refuse : schema),
  apply: () => schema,
});
export { ${names.map((name) => `schema as ${name}`).join(', ')} };`;
}
