import { expect, test } from 'vitest';
import { mergeLines, mergeSummary } from './merge-plan.ts';

const PLAN = {
  files: [{ name: 'a.pdf', folderPath: 'Clients/Acme', versions: 5 }],
  fileCount: 1,
  folders: ['Clients/Acme', 'Letters'],
  folderCount: 2,
};

test('RENAME-07 COPYMOVE-12 the question lists new versions of files, and joined folders', () => {
  expect(mergeSummary(PLAN)).toBe('2 folders will be joined, 1 file will become a version.');
  expect(mergeLines(PLAN).lines).toEqual([
    {
      key: 'folder Clients/Acme',
      kind: 'folder',
      name: 'Acme',
      detail: 'joined with the folder in Files / Clients',
    },
    { key: 'folder Letters', kind: 'folder', name: 'Letters', detail: 'joined with the folder in Files' },
    {
      key: 'file Clients/Acme/a.pdf',
      kind: 'file',
      name: 'a.pdf',
      detail: '5 versions afterwards, in Files / Clients / Acme',
    },
  ]);
});

test('a merge of only files, or of only folders, has a summary that names only them', () => {
  expect(mergeSummary({ ...PLAN, fileCount: 3, folderCount: 0 })).toBe('3 files will become versions.');
  expect(mergeSummary({ ...PLAN, fileCount: 0, folderCount: 1 })).toBe('1 folder will be joined.');
});

test('a large merge shows the first lines and the number of the other lines', () => {
  expect(mergeLines({ ...PLAN, fileCount: 250, folderCount: 2 }).more).toBe(249);
});

test('the summary of a merge says when no item of the same name exists any more', () => {
  expect(mergeSummary({ files: [], fileCount: 0, folders: [], folderCount: 0 })).toBe(
    'Nothing of the same name is there any more.',
  );
});
