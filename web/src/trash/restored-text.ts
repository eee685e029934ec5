import type { RestoredItem } from '@vault/contract';
import { restoredTexts } from './texts.ts';

/** The most names and folders that the text lists; if there are more, it only counts them. */
const NAMED = 2;

interface RestoredTextInput {
  restored: readonly RestoredItem[];
  /** returns the name that an item had in the trash */
  formerName: (id: string) => string | undefined;
  /** returns the displayed path of a folder; undefined when it is unknown */
  pathOf: (folderId: string) => string | undefined;
}

/**
 * USE-45: describes where restored items are, and their new names if those differ.
 * @returns null when a folder is unknown
 */
export function restoredText({ restored, formerName, pathOf }: RestoredTextInput): string | null {
  const [first] = restored;
  const paths = [...new Set(restored.map(({ folderSfid }) => folderSfid))].map(pathOf);
  const known = paths.filter((path) => path !== undefined);
  if (first === undefined || known.length < paths.length) return null;
  const places = known.length <= NAMED ? restoredTexts.both(known) : restoredTexts.folderCount(known.length);
  const renamed = restored
    .filter(({ id, name }) => formerName(id) !== name)
    .map(({ name }) => restoredTexts.quoted(name));
  if (restored.length === 1) {
    return renamed.length === 0
      ? restoredTexts.one(first.name, places)
      : restoredTexts.oneRenamed(`${formerName(first.id)}`, first.name, places);
  }
  const where = restoredTexts.many(restored.length, places);
  if (renamed.length === 0) return where;
  const names =
    renamed.length <= NAMED ? restoredTexts.both(renamed) : restoredTexts.countOfThem(renamed.length);
  return restoredTexts.manyRenamed(where, names);
}
