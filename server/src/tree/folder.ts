/** A live folder. */
export interface Folder {
  recordId: string;
  id: string;
  /** null for the root */
  parentId: string | null;
  name: string;
  /** names joined with '/', '' for the root (D-06) */
  path: string;
  /** 0 for the root */
  depth: number;
  /** live children by kind */
  folderCount: number;
  fileCount: number;
  /** bytes of all live current versions below */
  subtreeBytes: number;
}

/** An item, and the live folder and the allowed name that it gets. */
export interface NewPlace {
  id: string;
  name: string;
  into: Pick<Folder, 'id' | 'path'>;
}

/** Joins names to a path (D-06). */
export const joinPath = (parentPath: string, name: string): string =>
  parentPath === '' ? name : `${parentPath}/${name}`;

interface Located {
  id: string;
  path: string;
}

/** True for `above` itself and for items below it. Compares ids first: a file and a folder can share a path (D-10). */
export const isAtOrBelow = (item: Located, above: Located & { kind: 'folder' | 'file' }): boolean =>
  item.id === above.id || (above.kind === 'folder' && item.path.startsWith(joinPath(above.path, '')));

/** The names of a path in NFC, in which they are compared (contract 10.20); [] for the root. */
export const splitPath = (path: string): string[] => (path === '' ? [] : path.normalize('NFC').split('/'));
