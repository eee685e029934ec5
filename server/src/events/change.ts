import type { EventType } from '@vault/contract';

/** Something of a record that is another now. */
export interface Change {
  recordId: string;
  type: EventType;
  /** of a list: the folder; null is any */
  folderId: string | null;
  /** the page that made it (`CLIENT_ID_HEADER`), which knows already; null when none did, or several */
  clientId: string | null;
}

/** So many folders of one record are told one by one; with more of them it is any folder. */
const MAX_FOLDERS = 60;

/**
 * Changes of which equal ones are kept once. However many are added, they take little memory: many folders of one
 * record become any folder.
 */
export class ChangeSet {
  readonly #byKind = new Map<string, Map<string | null, Change>>();

  add(change: Change): void {
    const kind = `${change.recordId}/${change.type}`;
    const folders = this.#byKind.get(kind) ?? new Map<string | null, Change>();
    this.#byKind.set(kind, folders);
    const any = folders.get(null);
    if (any !== undefined || change.folderId === null || folders.size >= MAX_FOLDERS) {
      const all = [...folders.values(), change];
      folders.clear();
      folders.set(null, { ...change, folderId: null, clientId: clientOf(all) });
    } else {
      const known = folders.get(change.folderId);
      folders.set(change.folderId, { ...change, clientId: clientOf(known ? [known, change] : [change]) });
    }
  }

  get isEmpty(): boolean {
    return this.#byKind.size === 0;
  }

  /** Everything in it, which it then forgets. */
  take(): Change[] {
    const changes = [...this.#byKind.values()].flatMap((folders) => [...folders.values()]);
    this.#byKind.clear();
    return changes;
  }
}

/** The page that made all of them; null when it was not one page. */
function clientOf(changes: readonly Change[]): string | null {
  const ids = new Set(changes.map(({ clientId }) => clientId));
  const [only = null] = ids;
  return ids.size === 1 ? only : null;
}
