import { idSchema, type LinkType } from '@vault/contract';
import type { Kysely } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { type Folder, foldersByPath, liveItemsOfRecord, resolveFolder } from '../tree/index.ts';
import { filesByExternalId } from './targets.queries.ts';

/** The targets of a link: live items of one kind, and the parent of the first one. */
export interface Targets {
  items: { id: string; kind: 'folder' | 'file'; name: string }[];
  parent: { id: string; path: string };
}

export interface WantedTargets {
  recordId: string;
  kind: LinkType;
  externalIds: readonly string[];
  paths: readonly string[];
  path: string;
}

/**
 * Resolves the items to share, or the folder of a request, to ids (D-43).
 * @throws P16 for files and folders together (D-46), for the root, and for a request with anything but its folder; E4
 * when nothing is given or an item is not live
 */
export async function resolveTargets(db: Kysely<DB>, wanted: WantedTargets): Promise<Targets> {
  const { recordId, kind, externalIds, paths, path } = wanted;
  if (kind === 'REQUEST') {
    if (externalIds.length > 0 || paths.length > 0 || path === '') throw Errors.invalidRequest();
    return foldersAsTargets(db, recordId, [await resolveFolder(db, recordId, path)]);
  }
  if (externalIds.length > 0 && paths.length > 0) throw Errors.invalidRequest();
  if (externalIds.length > 0) return files(db, recordId, externalIds);
  if (paths.length === 0) throw Errors.notFound();
  if (paths.includes('')) throw Errors.invalidRequest();
  const found = await foldersByPath(db, recordId, paths);
  // in the order of the selection
  const folders = paths.flatMap((one) => found.get(one) ?? []);
  if (folders.length < paths.length) throw Errors.notFound();
  return foldersAsTargets(db, recordId, folders);
}

async function files(db: Kysely<DB>, recordId: string, externalIds: readonly string[]): Promise<Targets> {
  const isId = (text: string) => idSchema.safeParse(text).success;
  const uuids = externalIds.filter((text) => !isId(text)).map((text) => text.toLowerCase());
  const byUuid = await filesByExternalId(db, recordId, uuids);
  const ids = externalIds.map((text) => (isId(text) ? text : (byUuid.get(text.toLowerCase()) ?? '')));
  const live = await liveItemsOfRecord(db, recordId, ids);
  const found = [...new Set(ids)].map((id) => live.get(id));
  const items = found.flatMap((item) => (item?.kind === 'file' ? [item] : []));
  const parent = items[0]?.parent;
  if (items.length < found.length || !parent) throw Errors.notFound();
  return { items: items.map(({ id, kind, name }) => ({ id, kind, name })), parent };
}

async function foldersAsTargets(
  db: Kysely<DB>,
  recordId: string,
  folders: readonly Folder[],
): Promise<Targets> {
  const live = await liveItemsOfRecord(
    db,
    recordId,
    folders.map(({ id }) => id),
  );
  const items = [...live.values()];
  const parent = items[0]?.parent;
  // Only the root has no parent.
  if (!parent || items.some((item) => item.parent === null)) throw Errors.invalidRequest();
  return { items: items.map(({ id, kind, name }) => ({ id, kind, name })), parent };
}
