import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ID = '\0without-schemas';
const CONTRACT = join(import.meta.dirname, '../contract/src');

/**
 * Leaves the contract's schemas out of the browser's bundle. They check what callers send and describe the API;
 * a screen only needs each call's method, path and types. Zod would be a sixth of the first view, and its probe
 * for `new Function` is reported by our Content-Security-Policy in every visitor's console.
 * In its place stands a module whose every function gives something that can be chained on, and whose checks
 * throw: nothing can be taken for checked here.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    enforce: 'pre',
    resolveId: (source) => (source === 'zod' ? ID : null),
    load: (id) => (id === ID ? standIn(usedNames()) : null),
  };
}

/** What the contract takes from Zod: `z.object`, `z.string` … */
function usedNames(): string[] {
  const sources = readdirSync(CONTRACT)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(CONTRACT, file), 'utf8'));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/\bz\s*\.(\w+)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

function standIn(names: readonly string[]): string {
  return `
const refuse = () => { throw new Error('Schemas are not part of the browser bundle'); };
const schema = new Proxy(function () {}, {
  get: (_, name) => (name === 'parse' || name === 'safeParse' ? refuse : schema),
  apply: () => schema,
});
export { ${names.map((name) => `schema as ${name}`).join(', ')} };`;
}
