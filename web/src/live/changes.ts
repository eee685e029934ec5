import { EVENT_TYPES, type LiveEvent } from '@vault/contract';

/** So many folders are told apart; with more of them it may be any. */
const MAX_FOLDERS = 200;

/** What others changed since the screens were last loaded. */
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

  /** Everything may be another. */
  addAll(): void {
    for (const type of EVENT_TYPES) this.add({ type });
  }

  /** All of other changes, too. */
  addThose(changes: Changes): void {
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

  /** The folders whose items are others; null when it may be any. */
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
