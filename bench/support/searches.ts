import type { LargeRecord } from './million.ts';

/** The part of a query of C03 that searches names in the whole record. */
export const EVERYWHERE = { searchCriteria: 'NAME', allFolder: 'true', items: 'FILE,FOLDER' };

/** Returns the texts that are searched in the whole record and in plain SQL too, by the names of their searches. */
export const searchedTexts = ({ words }: LargeRecord): Map<string, string> =>
  new Map(textsOf(words).map((text) => [`'${text}'`, text]));

const textsOf = (words: LargeRecord['words']): string[] => [
  'nothing of this name',
  '4711',
  'pdf',
  'in',
  'zy',
  'e',
  'q',
  ...Object.values(words),
];

/** The searches that are measured in a large record: queries of C03, by what they search. */
export function searchesOf({ words, deep, flat }: LargeRecord): Record<string, object> {
  const inFolder = (parentFolder: string) => ({ ...EVERYWHERE, allFolder: 'false', parentFolder });
  return {
    ...Object.fromEntries(textsOf(words).map((name) => [`'${name}'`, { name, ...EVERYWHERE }])),
    [`'${words.frequent}', third page`]: { name: words.frequent, ...EVERYWHERE, page: '2' },
    [`'${words.rare}' in a folder with a ninth of the items`]: { name: words.rare, ...inFolder(deep.name) },
    [`'${words.frequent}' in a folder with a ninth of the items`]: {
      name: words.frequent,
      ...inFolder(deep.name),
    },
    [`'${words.frequent}' in a folder of 10,000 files`]: { name: words.frequent, ...inFolder(flat.name) },
  };
}
