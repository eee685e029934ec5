import { expect, test } from 'vitest';
import { restoredText } from './restored-text.ts';

const NAMES: Record<string, string> = { 1: 'a.txt', 2: 'b.txt', 3: 'c.txt', 4: 'd.txt' };
const PATHS: Record<string, string> = { root: 'Files', tax: 'Files / Tax', old: 'Files / Old' };
const textOf = (...items: [id: number, name: string, folder: string][]) =>
  restoredText({
    restored: items.map(([id, name, folderSfid]) => ({ id: String(id), name, folderSfid })),
    formerName: (id) => NAMES[id],
    pathOf: (id) => PATHS[id],
  });

test.each([
  [[[1, 'a.txt', 'tax']], "'a.txt' is in Files / Tax."],
  [[[1, 'a (1).txt', 'root']], "'a.txt' is now 'a (1).txt' in Files."],
  [
    [
      [1, 'a.txt', 'tax'],
      [2, 'b.txt', 'tax'],
    ],
    '2 items are in Files / Tax.',
  ],
  [
    [
      [1, 'a (1).txt', 'tax'],
      [2, 'b.txt', 'old'],
    ],
    "2 items are in Files / Tax and Files / Old. 'a (1).txt' got a new name.",
  ],
  [
    [
      [1, 'a (1).txt', 'tax'],
      [2, 'b (1).txt', 'old'],
      [3, 'c (1).txt', 'root'],
    ],
    '3 items are in 3 folders. 3 of them got a new name.',
  ],
] as const)(
  'USE-45 the text names the folders and the new names of restored items (case %#)',
  (items, text) => {
    expect(textOf(...items.map(([id, name, folder]) => [id, name, folder] as [number, string, string]))).toBe(
      text,
    );
  },
);

test('USE-45 there is no text when the folder of a restored item is unknown', () => {
  expect(textOf([1, 'a.txt', 'gone'])).toBeNull();
  expect(textOf()).toBeNull();
});
