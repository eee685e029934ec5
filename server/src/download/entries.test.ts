import { anyText } from '@vault/contract/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entriesOf } from './entries.ts';
import type { FrozenEntry } from './frozen.ts';
import type { FolderBelow, StoredVersion, VersionBelow } from './queries.ts';

const AT = new Date('2026-11-20T10:20:30Z');

interface Tree {
  name: string;
  /** absent: a file */
  children?: Tree[];
}

/** The rows of the database for a selection of these trees. */
function rowsOf(selected: readonly Tree[]) {
  const items: { id: string; kind: 'file' | 'folder'; name: string }[] = [];
  const files: StoredVersion[] = [];
  const below: VersionBelow[] = [];
  const folders: FolderBelow[] = [];
  let ids = 0;
  const versionOf = (name: string, parentId: string): StoredVersion => {
    ids += 1;
    const [fileId, versionId] = [`f${ids}`, `v${ids}`];
    const content = { sizeBytes: 1, crc32: 0, sha256: Buffer.alloc(32), isDamaged: false };
    return { fileId, parentId, name, versionId, isCurrent: true, createdAt: AT, ...content };
  };
  const walk = (tree: Tree, topId: string | undefined, parentId: string): void => {
    if (!tree.children) {
      const version = versionOf(tree.name, parentId);
      if (topId === undefined) {
        files.push(version);
        items.push({ id: version.fileId, kind: 'file', name: tree.name });
      } else below.push({ ...version, topId });
      return;
    }
    ids += 1;
    const id = `d${ids}`;
    if (topId === undefined) items.push({ id, kind: 'folder', name: tree.name });
    folders.push({ topId: topId ?? id, id, parentId, name: tree.name, modifiedAt: AT });
    for (const child of tree.children) walk(child, topId ?? id, id);
  };
  for (const tree of selected) walk(tree, undefined, 'root');
  return { contents: { items, files, below }, folders };
}

const entriesOfTrees = (trees: readonly Tree[]): FrozenEntry[] => {
  const { contents, folders } = rowsOf(trees);
  return entriesOf(contents, folders);
};
const pathsOf = (trees: readonly Tree[]) => entriesOfTrees(trees).map(({ path }) => path);
const changesOf = (trees: readonly Tree[]): string[] => {
  const last = entriesOfTrees(trees).at(-1);
  return last?.kind === 'text'
    ? last.text
        .split('\r\n')
        .filter((line) => line.includes(' -> '))
        .slice(1)
    : [];
};

const DEVICES = ['CON', 'nul', 'Aux', 'PRN', 'COM1', 'lpt9', 'COM¹', 'LPT³', 'CONIN$'];
const anyName = fc
  .oneof(
    fc.tuple(
      fc.constantFrom(...DEVICES),
      fc.constantFrom('', '.txt', '.tar.gz', ' .txt', '.', '. .', '      '),
    ),
    fc.tuple(
      fc.constantFrom('a', 'A', 'ä', 'a\u0308', 'Ä', 'ß', 'ẞ', 'SS', 'σ', 'ς', '_names', '_NAMES'),
      fc.constantFrom('', '.txt', '.TXT', ' '),
    ),
    fc.tuple(anyText({ minLength: 1, maxLength: 12 }), fc.constantFrom('', '.', ' ')),
    fc.tuple(
      fc.constantFrom('CON', 'x', '😀'),
      fc.integer({ min: 60, max: 400 }).map((n) => '. 😀x'.repeat(n / 4)),
    ),
  )
  .map((parts) => parts.join(''));
const anyTree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.record({ name: anyName }),
    fc.record({ name: anyName, children: fc.array(tie('tree'), { maxLength: 5 }) }),
  ),
})).tree;

/** The rules of Windows, stated in other words than in the code. */
function problemsOf(name: string): string[] {
  const problems: string[] = [];
  if (name === '' || name.length > 255) problems.push('length');
  if (/[. ]$/.test(name)) problems.push('end');
  if ([...name].some((char) => '<>:"/\\|?*'.includes(char) || char < ' ')) problems.push('character');
  const device = name.split('.')[0]?.trimEnd().toUpperCase() ?? '';
  if (/^(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[1-9¹²³])$/.test(device)) problems.push('device');
  return problems;
}

test('GUARD-40 any tree gives names that Windows can store and that differ by more than case', () => {
  fc.assert(
    fc.property(fc.array(anyTree, { minLength: 1, maxLength: 6 }), (trees) => {
      const entries = entriesOfTrees(trees);
      const nodes = new Set<string>();
      for (const { path } of entries) {
        const names = path.split('/');
        for (const name of names) expect(problemsOf(name)).toEqual([]);
        for (const n of names.keys()) nodes.add(names.slice(0, n + 1).join('/'));
      }
      const forms = (path: string) => [path.toLowerCase(), path.toUpperCase(), path.normalize('NFD')];
      for (const n of forms('').keys()) {
        expect(new Set([...nodes].map((path) => forms(path)[n])).size).toBe(nodes.size);
      }
      expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length);
    }),
    { numRuns: 500 },
  );
});

test('GUARD-40 the same tree always gives the same entries', () => {
  fc.assert(
    fc.property(fc.array(anyTree, { minLength: 1, maxLength: 6 }), (trees) => {
      expect(entriesOfTrees(trees)).toEqual(entriesOfTrees(trees));
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['CON', 'CON_'],
  ['nul.txt', 'nul_.txt'],
  ['Aux.tar.gz', 'Aux_.tar.gz'],
  ['COM¹.log', 'COM¹_.log'],
  ['lpt9 .txt', 'lpt9_ .txt'],
  ['plan.txt.', 'plan_.txt'],
  ['plan. .', 'plan_'],
  ['a:b?.txt', 'a_b_.txt'],
  ['a\u0007b', 'a_b'],
  ['...', '_'],
])('GUARD-40 a file %j is called %j in the ZIP, and a line states it', (name, expected) => {
  expect(pathsOf([{ name }])).toEqual([expected, '_names.txt']);
  expect(changesOf([{ name }])).toEqual([`${name.replaceAll('\u0007', '\uFFFD')} -> ${expected}`]);
});

test.each(['a.txt', 'Console.txt', 'COM', 'COM10.txt', '.env', 'x CON.txt', 'a..b', 'Zoë & 王.txt'])(
  'GUARD-40 the name %j stays, and no list is added',
  (name) => {
    expect(pathsOf([{ name }])).toEqual([name]);
  },
);

test('GUARD-40 names that differ only in case or normalization get a number, with a line each', () => {
  const trees = [
    { name: 'A', children: [{ name: 'Plan.txt' }, { name: 'plan.TXT' }] },
    { name: 'a', children: [] },
    { name: 'ä.txt' },
    { name: 'a\u0308.txt' },
  ];
  expect(pathsOf(trees)).toEqual([
    'a (1)',
    'ä.txt',
    'a\u0308 (1).txt',
    'A/Plan.txt',
    'A/plan (1).TXT',
    '_names.txt',
  ]);
  expect(changesOf(trees)).toEqual([
    'a -> a (1)',
    'a\u0308.txt -> a\u0308 (1).txt',
    'A/plan.TXT -> A/plan (1).TXT',
  ]);
});

test('GUARD-40 DOWNLOAD-16 equal names of several folders get a number, which is not listed', () => {
  expect(pathsOf([{ name: 'a.txt' }, { name: 'a.txt' }])).toEqual(['a.txt', 'a (1).txt']);
});

test('GUARD-40 a line has the whole path in the vault and in the ZIP', () => {
  expect(changesOf([{ name: 'CON', children: [{ name: 'x', children: [{ name: 'nul.pdf' }] }] }])).toEqual([
    'CON -> CON_',
    'CON/x/nul.pdf -> CON_/x/nul_.pdf',
  ]);
});

test('GUARD-40 a stored file called _names.txt gets another name when the vault adds its list', () => {
  expect(pathsOf([{ name: '_names.txt' }])).toEqual(['_names.txt']);
  const trees = [{ name: '_Names.txt' }, { name: 'CON' }];
  expect(pathsOf(trees)).toEqual(['_Names (1).txt', 'CON_', '_names.txt']);
  expect(changesOf(trees)).toEqual(['_Names.txt -> _Names (1).txt', 'CON -> CON_']);
});

test('GUARD-40 DOWNLOAD-04 a list of more than 4 MiB refuses the download', () => {
  const deep = (levels: number): Tree =>
    levels === 0 ? { name: 'CON' } : { name: `${'x'.repeat(200)}.`, children: [deep(levels - 1)] };
  expect(() => entriesOfTrees([deep(190)])).toThrow(
    expect.objectContaining({ errorCode: 'DOWNLOAD_TOO_LARGE' }) as Error,
  );
});

test('GUARD-24 DOWNLOAD-04 paths of more than 8 MiB together refuse the download', () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `${n}.txt` }));
  const deep = (levels: number, count: number): Tree =>
    levels === 0
      ? { name: 'top', children: files(count) }
      : { name: 'x'.repeat(250), children: [deep(levels - 1, count)] };
  expect(entriesOfTrees([deep(100, 200)])).toHaveLength(200);
  expect(() => entriesOfTrees([deep(100, 350)])).toThrow(
    expect.objectContaining({ errorCode: 'DOWNLOAD_TOO_LARGE' }) as Error,
  );
});
