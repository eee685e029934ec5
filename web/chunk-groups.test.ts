import { expect, it } from 'vitest';
import { type BuiltChunk, chunkGroups } from './chunk-groups.ts';

/** A chunk of one module with the same name. */
const chunk = (name: string, links: Partial<BuiltChunk> = {}): BuiltChunk => ({
  fileName: name,
  facadeModuleId: name,
  moduleIds: [name],
  imports: [],
  dynamicImports: [],
  ...links,
});

/** The names of the groups that have each module, by module; without those that are in no group. */
const groupsOf = (
  chunks: readonly BuiltChunk[],
  pages: Record<string, string[]>,
  follows?: Record<string, string>,
) => {
  const groups = chunkGroups(chunks, pages, follows);
  return Object.fromEntries(
    chunks
      .map(({ fileName }) => [fileName, groups.filter(({ test }) => test(fileName)).map(({ name }) => name)])
      .filter(([, names]) => names?.length !== 0),
  );
};

it('SPEED-12 modules that the same pages load are in one chunk', () => {
  const chunks = [
    chunk('files', { imports: ['rows', 'react'] }),
    chunk('links', { imports: ['rows', 'react'] }),
    chunk('rows', { imports: ['react'] }),
    chunk('react'),
  ];
  expect(groupsOf(chunks, { files: ['files'], links: ['links'] })).toEqual({
    files: ['files'],
    links: ['links'],
    rows: ['files-links'],
    react: ['files-links'],
  });
});

it('SPEED-12 a page may load several modules at once', () => {
  const chunks = [
    chunk('vault', { dynamicImports: ['files'] }),
    chunk('files', { imports: ['rows'] }),
    chunk('rows'),
  ];
  expect(groupsOf(chunks, { vault: ['vault', 'files'] })).toEqual({
    vault: ['vault'],
    files: ['vault'],
    rows: ['vault'],
  });
});

it('SPEED-12 a page that is loaded after another one does not divide the chunks of that page', () => {
  const chunks = [
    chunk('vault', { imports: ['rows', 'react'], dynamicImports: ['rename', 'share'] }),
    chunk('rename', { imports: ['modal', 'react'] }),
    chunk('share', { imports: ['modal'] }),
    chunk('modal'),
    chunk('rows'),
    chunk('react'),
  ];
  const pages = { vault: ['vault'], dialogs: ['rename', 'share'] };
  expect(groupsOf(chunks, pages, { dialogs: 'vault' })).toEqual({
    vault: ['vault'],
    rows: ['vault'],
    react: ['vault'],
    rename: ['dialogs'],
    share: ['dialogs'],
    modal: ['dialogs'],
  });
});

it('a module that is loaded after a page is in no group', () => {
  const chunks = [
    chunk('vault', { dynamicImports: ['dialog'] }),
    chunk('dialog', { imports: ['form'] }),
    chunk('form'),
  ];
  expect(groupsOf(chunks, { vault: ['vault'] })).toEqual({ vault: ['vault'] });
});

it('what a dialog shares with another page is not in the chunk of that page', () => {
  const chunks = [
    chunk('vault', { dynamicImports: ['dialog'] }),
    chunk('dialog', { imports: ['stage'] }),
    chunk('share', { imports: ['stage'] }),
    chunk('stage'),
  ];
  expect(groupsOf(chunks, { vault: ['vault'], share: ['share'] })).toEqual({
    vault: ['vault'],
    share: ['share'],
    stage: ['after-vault-share'],
  });
});

it('the modules of a page that another page opens are in a chunk of their own', () => {
  const chunks = [
    chunk('index', { dynamicImports: ['vault'] }),
    chunk('vault', { imports: ['rows'] }),
    chunk('rows'),
  ];
  expect(groupsOf(chunks, { index: ['index'], vault: ['vault'] })).toMatchObject({ rows: ['vault'] });
});

it('modules that more pages load come first, because the modules of fewer pages import them', () => {
  const chunks = [chunk('a', { imports: ['c'] }), chunk('b', { imports: ['c'] }), chunk('c')];
  const priorities = chunkGroups(chunks, { a: ['a'], b: ['b'] }).map(({ name, priority }) => [
    name,
    priority,
  ]);
  expect(Object.fromEntries(priorities)).toEqual({ a: 1, b: 1, 'a-b': 2 });
});

it('a page without a chunk is refused, with its module', () => {
  expect(() => chunkGroups([chunk('index')], { vault: ['renamed.tsx'] })).toThrow(
    'No chunk was made for renamed.tsx',
  );
});
