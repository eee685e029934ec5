import { EVENT_TYPES, type LiveEvent } from '@vault/contract';

/** The maximum number of changed folders that are listed. With more, all folders count as changed. */
const MAX_FOLDERS = 200;

/** A set of changes by other users since the screens were last loaded. */
export class Changes {
  readonly #types = new Set<LiveEvent['type']>();
  readonly #folders = new Set<string>();
  #isAnyFolder = false;

  add({ type, parentFolderSfid }: LiveEvent): void {
    this.#types.add(type);
    if (type !== 'list') return;
    if (parentFolderSfid === undefined || this.#folders.size >= MAX_FOLDERS) this.#isAnyFolder = true;
    else this.#folders.add(parentFolderSfid);
  }

  /** Marks everything as changed. */
  addAll(): void {
    for (const type of EVENT_TYPES) this.add({ type });
  }

  /** Adds all changes of another set. */
  merge(changes: Changes): void {
    for (const type of changes.#types) {
      if (type !== 'list') this.add({ type });
    }
    if (!changes.has('list')) return;
    if (changes.#isAnyFolder) this.add({ type: 'list' });
    for (const parentFolderSfid of changes.#folders) this.add({ type: 'list', parentFolderSfid });
  }

  has(type: LiveEvent['type']): boolean {
    return this.#types.has(type);
  }

  /** The folders with changed items; null when any folder may have changed items. */
  get folders(): ReadonlySet<string> | null {
    return this.#isAnyFolder ? null : this.#folders;
  }

  get isEmpty(): boolean {
    return this.#types.size === 0;
  }

  get isEverything(): boolean {
    return this.#isAnyFolder && this.#types.size === EVENT_TYPES.length;
  }
}
