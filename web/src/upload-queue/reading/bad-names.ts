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

/** A file that is not added because a part of its path is not allowed. */
export interface MisnamedFile {
  kind: 'file' | 'folder';
  /** full path, starting with the chosen folder; a file that was chosen by itself has only its name */
  path: string;
  file: File;
}

/** A part of a path whose name is not allowed, with an allowed proposal (USE-08). */
export interface BadName {
  /** identifies the part: its kind and path */
  id: string;
  kind: NameKind;
  /** path from the top to this part, as it was chosen */
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

/** Returns every part of a path with its kind, from the top. */
function partsOf({ path }: Pick<MisnamedFile, 'path'>): { kind: NameKind; name: string; path: string }[] {
  const names = path.split('/');
  return names.map((name, index) => ({
    kind: index === names.length - 1 ? 'file' : 'folder',
    name,
    path: names.slice(0, index + 1).join('/'),
  }));
}

/** Returns the parts of a path whose names are not allowed. */
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

/** Returns each forbidden name once, with a proposal that is free among its siblings. */
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

/** New names by the ids of the bad ones. */
export type Renames = ReadonlyMap<string, string>;

/** Validates the chosen names: returns a message by the id of each bad name; empty when all are allowed. */
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
