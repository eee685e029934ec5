import { alreadyInList, folderPathProblem, normalizeName, numberedName } from '@vault/contract';
import type { NewItem, UploadTarget } from '../queue/item.ts';
import { badPartsOf, type MisnamedFile, type NameRules } from './bad-names.ts';
import { uploadErrorTexts } from '../texts.ts';
import { type Choice, type Chosen, type ChosenFile, isUnreadable } from './chosen.ts';

/** An item that was not added to the list, with the reason. */
export interface RejectedItem {
  name: string;
  message: string;
}

export interface ValidatedFiles {
  accepted: NewItem[];
  rejected: RejectedItem[];
  /** files that can be added with other names (USE-08) */
  misnamed: MisnamedFile[];
  /** names of folders without any file (UPLOAD-34) */
  skipped: string[];
}

/** A file that was submitted before. */
export interface SubmittedFile {
  name: string;
  sizeBytes: number;
}

export interface ValidationRules extends NameRules {
  /** misnamed files of earlier choices */
  misnamed?: readonly MisnamedFile[];
  /**
   * Only for requests (USE-07): the files that were submitted before. A name that is used in the list or by these files
   * gets a number. A file with the same name and size as one of these keeps its name, because the server compares the
   * bytes. When absent, a used name is rejected (UPLOAD-35).
   */
  submitted?: readonly SubmittedFile[];
}

/**
 * Validates chosen files for the list. It rejects a name that the list already has for the same kind and folder of the
 * vault (UPLOAD-35, UPLOAD-36), names with forbidden characters (UPLOAD-37), files whose folder would have too long a
 * path and what cannot be read, and skips empty folders (UPLOAD-34). Files of a folder whose names are not allowed are
 * in `misnamed`; the others of the folder are added (USE-08). Names are trimmed.
 */
export function validateFiles(chosen: readonly Choice[], rules: ValidationRules): ValidatedFiles {
  const result: ValidatedFiles = { accepted: [], rejected: [], misnamed: [], skipped: [] };
  const names = createNames(rules);
  for (const one of chosen) {
    if (isUnreadable(one)) {
      result.rejected.push({ name: one.path, message: uploadErrorTexts.unreadable });
      continue;
    }
    const name = normalizeName(one.kind === 'file' ? one.file.name : one.name, rules.characters);
    if (one.kind === 'folder' && one.files.length === 0) {
      result.skipped.push(name);
      continue;
    }
    const sizeBytes = one.kind === 'file' ? one.file.size : totalSize(one.files);
    const free = names.take(one.kind, name, sizeBytes);
    if (free === null) {
      result.rejected.push({ name, message: alreadyInList(one.kind === 'file' ? 'File' : 'Folder', name) });
    } else if (one.kind === 'file') validateFile(result, rules, { name: free, file: one.file });
    else validateFolder(result, rules, { name: free, files: one.files });
  }
  return result;
}

function validateFile(
  { accepted, misnamed }: ValidatedFiles,
  { target, characters }: NameRules,
  { name, file }: { name: string; file: File },
): void {
  if (badPartsOf(name, characters).length > 0) misnamed.push({ kind: 'file', path: name, file });
  else accepted.push({ kind: 'file', name, target, files: [{ path: name, file }] });
}

function validateFolder(
  result: ValidatedFiles,
  { target, characters }: NameRules,
  { name, files }: { name: string; files: readonly ChosenFile[] },
): void {
  const paths = new Set<string>();
  const good: ChosenFile[] = [];
  for (const { path, file } of normalizedPaths(files, characters)) {
    const whole = `${name}/${path}`;
    const pathProblem = folderPathProblem(folderPathIn(target, whole));
    // Two names that differ only by blanks at their ends would be equal in the vault.
    if (paths.has(path)) result.rejected.push({ name: whole, message: alreadyInList('File', path) });
    else if (badPartsOf(whole, characters).length > 0) {
      result.misnamed.push({ kind: 'folder', path: whole, file });
    } else if (pathProblem !== null) result.rejected.push({ name: whole, message: pathProblem });
    else good.push({ path, file });
    paths.add(path);
  }
  if (good.length > 0) result.accepted.push({ kind: 'folder', name, target, files: good });
}

/** The path that a folder of a file gets in the vault. */
const folderPathIn = (target: UploadTarget, path: string): string =>
  [target.path, path.slice(0, path.lastIndexOf('/'))].filter((part) => part !== '').join('/');

interface Names {
  /** Reserves a name. @returns the name for the item; null when the item is rejected because the name is used */
  take: (kind: Chosen['kind'], name: string, sizeBytes: number) => string | null;
}

function createNames({ target, listed, misnamed = [], submitted }: ValidationRules): Names {
  /** the sizes of the items that use a name, by kind and name */
  const used = new Map<string, Set<number>>();
  const note = (kind: Chosen['kind'], name: string, sizeBytes: number) => {
    const key = `${kind}/${name}`;
    used.set(key, (used.get(key) ?? new Set()).add(sizeBytes));
  };
  for (const { kind, name, sizeBytes, target: folder } of listed) {
    if (folder.folderSfid === target.folderSfid) note(kind, name, sizeBytes);
  }
  for (const { kind, path, file } of misnamed) note(kind, path.split('/')[0] ?? '', file.size);
  for (const { name, sizeBytes } of submitted ?? []) {
    const [top = '', ...rest] = name.split('/');
    note(rest.length > 0 ? 'folder' : 'file', top, sizeBytes);
  }
  return {
    take: (kind, name, sizeBytes) => {
      let free = name;
      for (let number = 1; used.has(`${kind}/${free}`); number += 1) {
        if (submitted === undefined) return null;
        if (used.get(`${kind}/${free}`)?.has(sizeBytes)) break;
        free = numberedName(name, kind, number);
      }
      note(kind, free, sizeBytes);
      return free;
    },
  };
}

const totalSize = (files: readonly ChosenFile[]) => files.reduce((sum, { file }) => sum + file.size, 0);

/** Sorts the files of a folder, because browsers return them in any order; people expect `page 2` before `page 10`. */
const byName = new Intl.Collator(undefined, { numeric: true });

function normalizedPaths(files: readonly ChosenFile[], characters: NameRules['characters']): ChosenFile[] {
  const normalized = files.map(({ path, file }) => ({
    path: path
      .split('/')
      .map((part) => normalizeName(part, characters))
      .join('/'),
    file,
  }));
  return normalized.toSorted((one, other) => byName.compare(one.path, other.path));
}
