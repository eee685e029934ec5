import { alreadyInList, nameProblem, normalizeName, type NameCharacters } from '@vault/contract';
import type { NewItem, UploadItem, UploadTarget } from '../queue/item.ts';
import type { Chosen, ChosenFile } from './chosen.ts';

/** Something that was not added to the list, and why. */
export interface Refusal {
  name: string;
  message: string;
}

export interface Admission {
  admitted: NewItem[];
  refused: Refusal[];
  /** names of folders without any file (UPLOAD-34) */
  skipped: string[];
}

export interface AdmissionRules {
  target: UploadTarget;
  /** what is in the list already */
  listed: readonly UploadItem[];
  characters: NameCharacters;
}

/**
 * Decides what of a choice goes into the list: no name twice per folder of the vault and kind (UPLOAD-35,
 * UPLOAD-36), every name and every part of a path allowed (UPLOAD-37), no empty folders (UPLOAD-34).
 * Names are taken as they will be stored, trimmed.
 */
export function admit(chosen: readonly Chosen[], { target, listed, characters }: AdmissionRules): Admission {
  const admission: Admission = { admitted: [], refused: [], skipped: [] };
  const taken = new Set(
    listed
      .filter((item) => item.target.folderSfid === target.folderSfid)
      .map((item) => keyOf(item.kind, item.name)),
  );
  for (const one of chosen) {
    const name = normalizeName(one.kind === 'file' ? one.file.name : one.name, characters);
    if (one.kind === 'folder' && one.files.length === 0) {
      admission.skipped.push(name);
      continue;
    }
    const files =
      one.kind === 'file' ? [{ path: name, file: one.file }] : normalizedPaths(one.files, characters);
    const refusal = taken.has(keyOf(one.kind, name))
      ? { name, message: alreadyInList(one.kind === 'file' ? 'File' : 'Folder', name) }
      : problemOf(one.kind, { name, files, characters });
    if (refusal) {
      admission.refused.push(refusal);
      continue;
    }
    taken.add(keyOf(one.kind, name));
    admission.admitted.push({ kind: one.kind, name, target, files });
  }
  return admission;
}

const keyOf = (kind: Chosen['kind'], name: string) => `${kind}/${name}`;

/** Browsers hand a folder's files out in any order; people look for `page 2` before `page 10`. */
const byName = new Intl.Collator(undefined, { numeric: true });

function normalizedPaths(files: readonly ChosenFile[], characters: NameCharacters): ChosenFile[] {
  const normalized = files.map(({ path, file }) => ({
    path: path
      .split('/')
      .map((part) => normalizeName(part, characters))
      .join('/'),
    file,
  }));
  return normalized.toSorted((one, other) => byName.compare(one.path, other.path));
}

interface Named {
  name: string;
  files: readonly ChosenFile[];
  characters: NameCharacters;
}

function problemOf(kind: Chosen['kind'], { name, files, characters }: Named): Refusal | null {
  const message = nameProblem(name, kind, characters);
  if (message !== null) return { name, message };
  if (kind === 'file') return null;
  const paths = new Set<string>();
  for (const { path } of files) {
    const inside = pathProblem(path, characters);
    if (inside !== null) return { name: `${name}/${path}`, message: inside };
    // Two names that differ by outer blanks only would be one in the vault.
    if (paths.has(path)) return { name: `${name}/${path}`, message: alreadyInList('File', path) };
    paths.add(path);
  }
  return null;
}

function pathProblem(path: string, characters: NameCharacters): string | null {
  const parts = path.split('/');
  for (const [index, part] of parts.entries()) {
    const problem = nameProblem(part, index === parts.length - 1 ? 'file' : 'folder', characters);
    if (problem !== null) return problem;
  }
  return null;
}
