import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { type Folder, joinPath } from './folder.ts';
import { type FolderRow, foldersAndAncestors } from './folder.queries.ts';

/** Folders with all their ancestors; paths and liveness are computed from them without more queries. */
export class Ancestry {
  readonly #rows: ReadonlyMap<string, FolderRow>;
  readonly #live = new Map<string, Folder | null>();

  constructor(rows: readonly FolderRow[]) {
    this.#rows = new Map(rows.map((row) => [row.id, row]));
  }

  /** Returns the folder with its path; null when it is unknown, or when it or an ancestor is in the trash. */
  liveFolder(id: string): Folder | null {
    // Iterates down from the highest unknown ancestor; recursion would limit the depth of a tree.
    const unknownFolders: string[] = [];
    let at: string | null = id;
    while (at !== null && !this.#live.has(at)) {
      unknownFolders.push(at);
      at = this.#rows.get(at)?.parentId ?? null;
    }
    let parent = at === null ? null : (this.#live.get(at) ?? null);
    for (const folderId of unknownFolders.toReversed()) {
      parent = this.#place(folderId, parent);
      this.#live.set(folderId, parent);
    }
    return this.#live.get(id) ?? null;
  }

  #place(id: string, parent: Folder | null): Folder | null {
    const row = this.#rows.get(id);
    if (row === undefined || row.trashed) return null;
    if (row.parentId === null) return asFolder(row, { path: '', depth: 0 });
    if (parent === null) return null;
    return asFolder(row, { path: joinPath(parent.path, row.name), depth: parent.depth + 1 });
  }
}

/** Reads the folders with these ids and their ancestors in one query. */
export async function readAncestry(
  db: Kysely<DB>,
  recordId: string,
  folderIds: readonly string[],
): Promise<Ancestry> {
  return new Ancestry(await foldersAndAncestors(db, recordId, [...new Set(folderIds)]));
}

export function asFolder(row: FolderRow, place: { path: string; depth: number }): Folder {
  const { recordId, id, parentId, name, folderCount, fileCount, subtreeBytes } = row;
  return { recordId, id, parentId, name, folderCount, fileCount, subtreeBytes, ...place };
}
