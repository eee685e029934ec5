import {
  alreadyInList,
  nameProblem,
  type NameCharacters,
  type NameKind,
  normalizeName,
  numberedName,
  proposeName,
} from '@vault/contract';
import type { NewItem, UploadItem, UploadTarget } from '../queue/item.ts';

/** A file that is not added because a name in its path is not allowed. */
export interface MisnamedFile {
  kind: 'file' | 'folder';
  /** full path, starting with the chosen folder; for a file that was not in a folder, its name */
  path: string;
  file: File;
}

/** A file or folder in a path whose name is not allowed, with a proposal for an allowed name (USE-08). */
export interface BadName {
  /** the kind and the path, joined */
  id: string;
  kind: NameKind;
  /** path to the file or folder, as it was chosen */
  path: string;
  /** why the name is not allowed */
  message: string;
  proposal: string;
}

export interface NameRules {
  target: UploadTarget;
  listed: readonly UploadItem[];
  characters: NameCharacters;
}

const idOf = (kind: NameKind, path: string) => `${kind}/${path}`;
const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/** Returns the folders of a path and its file, from the top, each with its kind. */
function partsOf({ path }: Pick<MisnamedFile, 'path'>): { kind: NameKind; name: string; path: string }[] {
  const names = path.split('/');
  return names.map((name, index) => ({
    kind: index === names.length - 1 ? 'file' : 'folder',
    name,
    path: names.slice(0, index + 1).join('/'),
  }));
}

/** Returns the names in a path that are not allowed. */
export const badPartsOf = (path: string, characters: NameCharacters) =>
  partsOf({ path }).flatMap((part) => {
    const message = nameProblem(part.name, part.kind, characters);
    return message === null ? [] : [{ ...part, message }];
  });

/** Returns the names of listed and misnamed files, which no other file or folder may get. */
function occupiedIds(misnamed: readonly MisnamedFile[], { target, listed }: NameRules): Set<string> {
  const listedPaths = listed
    .filter((item) => item.target.folderSfid === target.folderSfid)
    .flatMap(({ kind, name, parts }) =>
      kind === 'file' ? [name] : parts.map((part) => `${name}/${part.path}`),
    );
  const paths = [...listedPaths, ...misnamed.map(({ path }) => path)];
  return new Set(paths.flatMap((path) => partsOf({ path })).map(({ kind, path }) => idOf(kind, path)));
}

/** Returns each forbidden name one time, with a proposal that no other item in the same folder has. */
export function badNamesOf(misnamed: readonly MisnamedFile[], rules: NameRules): BadName[] {
  if (misnamed.length === 0) return [];
  const occupied = occupiedIds(misnamed, rules);
  const found = new Map<string, BadName>();
  for (const { path } of misnamed) {
    for (const { kind, path: partPath, name, message } of badPartsOf(path, rules.characters)) {
      const id = idOf(kind, partPath);
      if (found.has(id)) continue;
      const parent = parentOf(partPath);
      const wanted = proposeName(name, kind, rules.characters);
      let proposal = wanted;
      for (let number = 1; occupied.has(idOf(kind, parent + proposal)); number += 1) {
        proposal = numberedName(wanted, kind, number);
      }
      occupied.add(idOf(kind, parent + proposal));
      found.set(id, { id, kind, path: partPath, message, proposal });
    }
  }
  return [...found.values()];
}

/** The new names by the ids of the forbidden names. */
export type Renames = ReadonlyMap<string, string>;

/**
 * Validates the new names. Returns the messages by the ids of the forbidden names; empty when all new names are
 * allowed.
 */
export function renameProblems(
  misnamed: readonly MisnamedFile[],
  renames: Renames,
  rules: NameRules,
): Map<string, string> {
  const occupied = occupiedIds(misnamed, rules);
  const problems = new Map<string, string>();
  for (const { id, kind, path } of badNamesOf(misnamed, rules)) {
    const name = normalizeName(renames.get(id) ?? '', rules.characters);
    const problem = nameProblem(name, kind, rules.characters);
    const newId = idOf(kind, parentOf(path) + name);
    if (problem !== null) problems.set(id, problem);
    else if (occupied.has(newId)) problems.set(id, alreadyInList(kind === 'file' ? 'File' : 'Folder', name));
    occupied.add(newId);
  }
  return problems;
}

/** Returns the misnamed files as items for the list, with their new names. The caller has validated the names. */
export function renamedItems(
  misnamed: readonly MisnamedFile[],
  renames: Renames,
  { target, characters }: NameRules,
): NewItem[] {
  const items: NewItem[] = [];
  const folders = new Map<string, { path: string; file: File }[]>();
  for (const one of misnamed) {
    const parts = partsOf(one).map(({ kind, name, path }) => {
      const renamed = renames.get(idOf(kind, path));
      return renamed === undefined ? name : normalizeName(renamed, characters);
    });
    const [top = '', ...rest] = parts;
    if (one.kind === 'file') {
      items.push({ kind: 'file', name: top, target, files: [{ path: top, file: one.file }] });
      continue;
    }
    const inside = folders.get(top) ?? [];
    folders.set(top, inside);
    inside.push({ path: rest.join('/'), file: one.file });
  }
  for (const [name, files] of folders) items.push({ kind: 'folder', name, target, files });
  return items;
}
