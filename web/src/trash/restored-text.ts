import type { RestoredItem } from '@vault/contract';

/** So many names and folders are named; more are counted. */
const NAMED = 2;

interface RestoredTextInput {
  restored: readonly RestoredItem[];
  /** the name that an item had in the trash */
  formerName: (id: string) => string | undefined;
  /** the path of a folder as people read it; undefined when it is not known */
  pathOf: (folderId: string) => string | undefined;
}

/**
 * USE-45: where restored items are, and under which names where those are others.
 * @returns null when nothing is known of them
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
