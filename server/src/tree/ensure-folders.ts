import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { announce } from '../events/index.ts';
import type { ActorContext } from '../platform/actor/index.ts';
import { newId } from '../platform/ids.ts';
import type { DB } from '../platform/database/index.ts';
import type { Authorship, ItemAttributes } from './authorship.ts';
import { adjustFolders } from './counters.queries.ts';
import { type Folder, joinPath, splitPath } from './folder.ts';
import { subfoldersByName } from './folder.queries.ts';
import { insertFolders, type NewFolder } from './items.queries.ts';
import { mustBeWithinLimits } from './path-limits.ts';

export interface EnsureFolders {
  /** the live folder at which the paths start */
  parent: Folder;
  /** paths relative to `parent`, of checked and trimmed names; '' is the parent */
  paths: readonly string[];
  change: Authorship;
  attributes: ItemAttributes;
  /** true: the limits of paths do not apply, because a restore never fails for what the record had before (D-25) */
  isRestore?: boolean;
  /** the caller, when the work runs for several callers together */
  context?: ActorContext;
}

/**
 * Finds the folders with these paths, creates missing ones without duplicates (D-22) and updates the counters. The
 * caller holds the record lock (`lockRecord`).
 * @returns folder ids by path
 * @throws 400 when a path exceeds a limit, except in a restore
 */
export async function ensureFolders(tx: Transaction<DB>, input: EnsureFolders): Promise<Map<string, string>> {
  const { parent, paths } = input;
  const ids = new Map([['', parent.id]]);
  const parts = [...new Set(paths)].filter((path) => path !== '').map(splitPath);
  if (input.isRestore !== true) {
    for (const names of parts) mustBeWithinLimits(joinPath(parent.path, names.join('/')));
  }
  const made: MissingFolder[] = [];
  for (let depth = 1; parts.some((names) => names.length >= depth); depth += 1) {
    made.push(...(await ensureLevel(tx, input, { ids, parts, depth })));
  }
  if (made.length === 0) return ids;
  const { recordId } = parent;
  const folderIds = made.map(({ parentId }) => parentId);
  await adjustFolders(
    tx,
    recordId,
    folderIds.map((folderId) => ({ folderId, folders: 1 })),
  );
  announce(tx, { recordId, type: 'list', folderIds });
  announce(tx, { recordId, type: 'tree' });
  await recordAudit(
    tx,
    made.map(({ id, name, above }) => ({
      action: 'folder.create',
      recordId,
      object: { kind: 'folder', id, name, path: above },
      ...(input.context !== undefined && { by: input.context }),
    })),
  );
  return ids;
}

/** A folder to create, with the path of the folder that contains it. */
type MissingFolder = NewFolder & { above: string };

interface Level {
  /** folder ids by path; the folders of this level are added */
  ids: Map<string, string>;
  parts: readonly string[][];
  depth: number;
}

async function ensureLevel(
  tx: Transaction<DB>,
  { parent, change, attributes }: EnsureFolders,
  { ids, parts, depth }: Level,
): Promise<MissingFolder[]> {
  const { recordId } = parent;
  const wanted = new Map<string, { parentId: string; name: string }>();
  for (const names of parts) {
    const name = names[depth - 1];
    const parentPath = names.slice(0, depth - 1).join('/');
    const parentId = ids.get(parentPath);
    if (name !== undefined && parentId !== undefined) {
      wanted.set(joinPath(parentPath, name), { parentId, name });
    }
  }
  const rows = await subfoldersByName(tx, recordId, [...wanted.values()]);
  const known = new Map(rows.map((row) => [`${row.parentId}/${row.name}`, row.id]));
  const missing: MissingFolder[] = [];
  for (const [path, { parentId, name }] of wanted) {
    const id = known.get(`${parentId}/${name}`) ?? newId('fld');
    if (!known.has(`${parentId}/${name}`)) {
      const whole = joinPath(parent.path, path);
      missing.push({ id, parentId, name, path: whole, above: whole.slice(0, -name.length - 1) });
    }
    ids.set(path, id);
  }
  await insertFolders(tx, recordId, { folders: missing, change, attributes });
  return missing;
}
