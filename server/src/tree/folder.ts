/** A live folder, as everybody outside the tree needs it. */
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

/** How names become a path (D-06). */
export const joinPath = (parentPath: string, name: string): string =>
  parentPath === '' ? name : `${parentPath}/${name}`;

/** The names on the way from the root, as they are compared (contract 10.20: in NFC); [] for the root itself. */
export const splitPath = (path: string): string[] => (path === '' ? [] : path.normalize('NFC').split('/'));
