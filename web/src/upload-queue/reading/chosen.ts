/** One dropped or chosen entry: a file, or a folder with all files below it. */
export type Chosen =
  | { kind: 'file'; file: File }
  | { kind: 'folder'; name: string; files: readonly ChosenFile[] };

/** A dropped file or folder that the browser cannot read. */
export interface Unreadable {
  kind: 'unreadable';
  /** full path, starting with the dropped folder */
  path: string;
}

/** What a person has dropped or chosen. */
export type Choice = Chosen | Unreadable;

export const isUnreadable = (one: Choice): one is Unreadable => one.kind === 'unreadable';

/** A file of a folder, with its path below that folder. */
export interface ChosenFile {
  path: string;
  file: File;
}

/**
 * Groups the files of an `<input webkitdirectory>` into folders; the files of other inputs stay single files. Browsers
 * do not list empty folders (UPLOAD-34).
 */
export function chosenFromFiles(files: Iterable<File>): Chosen[] {
  const chosen: Chosen[] = [];
  const folders = new Map<string, ChosenFile[]>();
  for (const file of files) {
    const [top, ...rest] = file.webkitRelativePath.split('/');
    if (top === undefined || rest.length === 0) {
      chosen.push({ kind: 'file', file });
      continue;
    }
    const inside = folders.get(top) ?? [];
    folders.set(top, inside);
    inside.push({ path: rest.join('/'), file });
  }
  for (const [name, inside] of folders) chosen.push({ kind: 'folder', name, files: inside });
  return chosen;
}
