import { idSchema } from '@vault/contract';
import { Errors } from '../http/index.ts';
import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { asFolder, readAncestry } from './ancestry.ts';
import { type Folder, joinPath, splitPath } from './folder.ts';
import { folderByNames, subfoldersByName } from './folder.queries.ts';

/**
 * Returns the live folder with this path, or with this id when no such path exists (D-06, D-08).
 * @param pathOrId '' is the root
 * @throws E4 when there is none
 */
export async function resolveFolder(db: Kysely<DB>, recordId: string, pathOrId: string): Promise<Folder> {
  const folder = await findFolder(db, recordId, pathOrId);
  if (folder === null) throw Errors.notFound();
  return folder;
}

/** `resolveFolder` that returns null when there is no such folder. */
export async function findFolder(db: Kysely<DB>, recordId: string, pathOrId: string): Promise<Folder | null> {
  const parts = splitPath(pathOrId);
  const row = await folderByNames(db, recordId, parts);
  if (row !== null) return asFolder(row, { path: parts.join('/'), depth: parts.length });
  // A path has priority: the name of a folder can look like an id.
  return idSchema.safeParse(pathOrId).success ? findFolderById(db, recordId, pathOrId) : null;
}

/** Returns the live subfolder of this name; null when there is none. @param name compared in NFC */
export async function subfolderByName(db: Kysely<DB>, parent: Folder, name: string): Promise<Folder | null> {
  const wanted = { parentId: parent.id, name: name.normalize('NFC') };
  const [row] = await subfoldersByName(db, parent.recordId, [wanted]);
  if (row === undefined) return null;
  return asFolder(row, { path: joinPath(parent.path, row.name), depth: parent.depth + 1 });
}

/** Returns the live folder of this record with this id; null when there is none. */
async function findFolderById(db: Kysely<DB>, recordId: string, id: string): Promise<Folder | null> {
  return (await readAncestry(db, recordId, [id])).liveFolder(id);
}

/**
 * Returns the live folders with these ids, each with its path, in one query.
 * @returns by id; ids that are not live folders of the record are left out
 */
export async function foldersById(
  db: Kysely<DB>,
  recordId: string,
  ids: readonly string[],
): Promise<Map<string, Folder>> {
  const ancestry = await readAncestry(db, recordId, ids);
  const found = new Map<string, Folder>();
  for (const id of ids) {
    const folder = ancestry.liveFolder(id);
    if (folder !== null) found.set(id, folder);
  }
  return found;
}

/**
 * Returns the live folders with these paths (no ids), level by level: the number of queries is the depth of the deepest
 * path.
 * @returns by path; unknown paths are left out
 */
export async function foldersByPath(
  db: Kysely<DB>,
  recordId: string,
  paths: readonly string[],
): Promise<Map<string, Folder>> {
  const found = new Map<string, Folder>();
  const root = await folderByNames(db, recordId, []);
  if (root === null) return found;
  let level = new Map<string, Folder>([['', asFolder(root, { path: '', depth: 0 })]]);
  let open = [...new Set(paths)].map((path) => ({ path, parts: splitPath(path) }));
  for (let depth = 0; open.length > 0 && level.size > 0; depth += 1) {
    for (const { path, parts } of open) {
      const folder = parts.length === depth ? level.get(parts.join('/')) : undefined;
      if (folder !== undefined) found.set(path, folder);
    }
    open = open.filter(({ parts }) => parts.length > depth);
    level = await nextLevel(db, level, wantedBelow(level, open, depth));
  }
  return found;
}

type Wanted = Map<string, { parentId: string; name: string }>;

/** The folders to find one level down, by path, without duplicates. */
function wantedBelow(
  level: ReadonlyMap<string, Folder>,
  open: readonly { parts: readonly string[] }[],
  depth: number,
): Wanted {
  const wanted: Wanted = new Map();
  for (const { parts } of open) {
    const parent = level.get(parts.slice(0, depth).join('/'));
    const name = parts[depth];
    if (parent !== undefined && name !== undefined) {
      wanted.set(joinPath(parent.path, name), { parentId: parent.id, name });
    }
  }
  return wanted;
}

async function nextLevel(
  db: Kysely<DB>,
  level: ReadonlyMap<string, Folder>,
  wanted: Wanted,
): Promise<Map<string, Folder>> {
  const parents = new Map([...level.values()].map((folder) => [folder.id, folder]));
  const [first] = parents.values();
  if (first === undefined || wanted.size === 0) return new Map();
  const rows = await subfoldersByName(db, first.recordId, [...wanted.values()]);
  return new Map(
    rows.flatMap((row) => {
      const parent = row.parentId === null ? undefined : parents.get(row.parentId);
      if (parent === undefined) return [];
      const path = joinPath(parent.path, row.name);
      return [[path, asFolder(row, { path, depth: parent.depth + 1 })] as const];
    }),
  );
}
