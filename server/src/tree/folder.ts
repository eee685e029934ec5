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

/** Joins names to a path (D-06). */
export const joinPath = (parentPath: string, name: string): string =>
  parentPath === '' ? name : `${parentPath}/${name}`;

/** The names of a path in NFC, in which they are compared (contract 10.20); [] for the root. */
export const splitPath = (path: string): string[] => (path === '' ? [] : path.normalize('NFC').split('/'));
