import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TEST_CODE = /\.(?:test|suite)\.tsx?$|\/(?:fixtures|testing)\//;
const IMPORT = /(?:from|import)\s*\(?\s*'(?<path>\.\.?\/[^']+\.tsx?)'/g;

interface Import {
  from: string;
  to: string;
}

/** For each folder: which of its direct children imports which other, with one import as an example. */
type Children = Map<string, Map<string, Import>>;

function productImports(folder: string): Import[] {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).filter((file) => !TEST_CODE.test(file));
  return files.flatMap((from) => {
    const imports = readFileSync(join(ROOT, from), 'utf8').matchAll(IMPORT);
    const targets = [...imports].map(({ groups }) => normalize(join(dirname(from), groups?.['path'] ?? '')));
    return targets.filter((to) => !TEST_CODE.test(to)).map((to) => ({ from, to }));
  });
}

/** @returns parent folder -> child -> imported child; a child is a folder or a file */
function byParent(imports: readonly Import[]): Map<string, Children> {
  const parents = new Map<string, Children>();
  for (const one of imports) {
    const [from, to] = [one.from.split('/'), one.to.split('/')];
    const level = from.findIndex((name, n) => name !== to[n]);
    const [importer, imported] = [from[level], to[level]];
    if (importer === undefined || imported === undefined) continue;
    const parent = from.slice(0, level).join('/');
    const children = parents.get(parent) ?? new Map<string, Map<string, Import>>();
    parents.set(parent, children);
    children.set(importer, (children.get(importer) ?? new Map<string, Import>()).set(imported, one));
  }
  return parents;
}

/** @returns the imports of a cycle, in order; null when there is none */
function cycleIn(children: Children): Import[] | null {
  const done = new Set<string>();
  const visit = (child: string, path: readonly string[], way: readonly Import[]): Import[] | null => {
    const start = path.indexOf(child);
    if (start >= 0) return way.slice(start);
    if (done.has(child)) return null;
    for (const [next, example] of children.get(child) ?? []) {
      const cycle = visit(next, [...path, child], [...way, example]);
      if (cycle !== null) return cycle;
    }
    done.add(child);
    return null;
  };
  for (const child of children.keys()) {
    const cycle = visit(child, [], []);
    if (cycle !== null) return cycle;
  }
  return null;
}

test.each(['contract/src', 'demo/src', 'server/src', 'web/src'])(
  'no two folders of %s import each other',
  (folder) => {
    const imports = productImports(folder);
    expect(imports.length).toBeGreaterThan(5);
    const cycles = [...byParent(imports)].map(([parent, children]) => ({ parent, cycle: cycleIn(children) }));
    expect(cycles.filter(({ cycle }) => cycle !== null)).toEqual([]);
  },
);

test('the finder finds a cycle through folders and files', () => {
  const cyclic = [
    { from: 'a/x/1.ts', to: 'a/y/2.ts' },
    { from: 'a/y/3.ts', to: 'a/z.ts' },
    { from: 'a/z.ts', to: 'a/x/4.ts' },
  ];
  expect(cycleIn(byParent(cyclic).get('a') ?? new Map())).toEqual(cyclic);
  expect(cycleIn(byParent(cyclic.slice(1)).get('a') ?? new Map())).toBeNull();
});
