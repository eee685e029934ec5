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
