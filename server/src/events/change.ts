import type { EventType } from '@vault/contract';

/** A change of a record. */
export interface Change {
  recordId: string;
  type: EventType;
  /** for lists: the folder; null for any folder */
  folderId: string | null;
  /**
   * client id of the page that made it (`CLIENT_ID_HEADER`), which does not need the event; null for none or several
   */
  clientId: string | null;
}

/** Maximum number of folders that are listed for a record; with more folders the change applies to any folder. */
const MAX_FOLDERS = 60;

/** A set of changes without duplicates. Its memory is bounded: many folders of one record become any folder. */
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

  /** Returns and removes all changes. */
  take(): Change[] {
    const changes = [...this.#byKind.values()].flatMap((folders) => [...folders.values()]);
    this.#byKind.clear();
    return changes;
  }
}

/** The common client id of all changes; null when there is none. */
function clientOf(changes: readonly Change[]): string | null {
  const ids = new Set(changes.map(({ clientId }) => clientId));
  const [only = null] = ids;
  return ids.size === 1 ? only : null;
}
