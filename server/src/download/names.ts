/** The index of a file's extension: its last dot, unless that is its first character (contract 10.6). */
function extensionAt(name: string): number {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? dot : name.length;
}

const beforeExtension = (name: string, addition: string): string => {
  const at = extensionAt(name);
  return `${name.slice(0, at)} ${addition}${name.slice(at)}`;
};

/** DOWNLOAD-16, contract 10.9: an older version is called 'name (YYYY-MM-DD HHmmss).ext' in an archive, in UTC. */
export function olderVersionName(name: string, createdAt: Date): string {
  const [date = '', time = ''] = createdAt.toISOString().split('T');
  return beforeExtension(name, `(${date} ${time.slice(0, 8).replaceAll(':', '')})`);
}

/** The used names of one folder of an archive; a file and a folder cannot have the same one. */
export class TakenNames {
  readonly #taken = new Set<string>();
  /** the last number of each name, so that a thousand equal names do not need a million tries */
  readonly #numbers = new Map<string, number>();

  /** @returns the name, or the next free 'name (1)', 'name (2)' … */
  take(name: string, kind: 'file' | 'folder'): string {
    let free = name;
    let number = this.#numbers.get(name) ?? 0;
    while (this.#taken.has(free)) {
      number += 1;
      free = kind === 'file' ? beforeExtension(name, `(${number})`) : `${name} (${number})`;
    }
    this.#numbers.set(name, number);
    this.#taken.add(free);
    return free;
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
