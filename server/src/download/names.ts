import { nameKey, windowsName, withSuffix } from './windows-names.ts';

/** DOWNLOAD-16, contract 10.9: an older version is called 'name (YYYY-MM-DD HHmmss).ext' in an archive, in UTC. */
export function olderVersionName(name: string, createdAt: Date): string {
  const [date = '', time = ''] = createdAt.toISOString().split('T');
  return withSuffix(name, 'file', ` (${date} ${time.slice(0, 8).replaceAll(':', '')})`);
}

/** A name in an archive. */
export interface TakenName {
  name: string;
  /** whether GUARD-40 changed it: it is listed in the archive */
  isChanged: boolean;
}

/** The used names of one folder of an archive; a file and a folder cannot have the same one. */
export class TakenNames {
  /** the name of each key */
  readonly #taken = new Map<string, string>();
  /** the last number of each name, so that a thousand equal names do not need a million tries */
  readonly #numbers = new Map<string, number>();

  /** @param reserved names that no item of the folder gets */
  constructor(reserved: readonly string[] = []) {
    for (const name of reserved) this.#taken.set(nameKey(name), '');
  }

  /**
   * Takes a name that Windows can store (GUARD-40) and that no other item of the folder has, in any case: the name
   * itself, or the next free 'name (1)', 'name (2)' …
   */
  take(wanted: string, kind: 'file' | 'folder'): TakenName {
    const base = windowsName(wanted, kind);
    const key = nameKey(base);
    const sameName = this.#taken.get(key);
    let name = base;
    let number = this.#numbers.get(key) ?? 0;
    while (this.#taken.has(nameKey(name))) {
      number += 1;
      name = withSuffix(base, kind, ` (${number})`);
    }
    this.#numbers.set(key, number);
    this.#taken.set(nameKey(name), name);
    // Equal names get a number by DOWNLOAD-16, which is no change.
    return { name, isChanged: name !== wanted && sameName !== wanted };
  }
}

/**
 * DOWNLOAD-09, DOWNLOAD-10: the name of a ZIP.
 * @param items the selected items, in any order
 */
export function archiveName(items: readonly { kind: 'file' | 'folder'; name: string }[]): string {
  const [only] = items;
  if (only && items.length === 1) return `${only.name}.zip`;
  return items.every((item) => item.kind === 'file') ? 'files.zip' : 'folders.zip';
}
