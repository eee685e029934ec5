import type { RestoredItem } from '@vault/contract';

/** Number of names and folders that are listed; more are only counted. */
const NAMED = 2;

interface RestoredTextInput {
  restored: readonly RestoredItem[];
  /** the name that an item had in the trash */
  formerName: (id: string) => string | undefined;
  /** the displayed path of a folder; undefined when it is unknown */
  pathOf: (folderId: string) => string | undefined;
}

/**
 * USE-45: describes where restored items are, and their new names if those differ.
 * @returns null when a folder is unknown
 */
export function restoredText({ restored, formerName, pathOf }: RestoredTextInput): string | null {
  const [first] = restored;
  const paths = [...new Set(restored.map(({ folderSfid }) => folderSfid))].map(pathOf);
  if (first === undefined || paths.includes(undefined)) return null;
  const places = paths.length <= NAMED ? paths.join(' and ') : `${paths.length} folders`;
  const renamed = restored.filter(({ id, name }) => formerName(id) !== name).map(({ name }) => `'${name}'`);
  if (restored.length === 1) {
    return renamed.length === 0
      ? `'${first.name}' is in ${places}.`
      : `'${formerName(first.id)}' is now '${first.name}' in ${places}.`;
  }
  const where = `${restored.length} items are in ${places}.`;
  if (renamed.length === 0) return where;
  const names = renamed.length <= NAMED ? renamed.join(' and ') : `${renamed.length} of them`;
  return `${where} ${names} got a new name.`;
}
