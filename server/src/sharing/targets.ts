import { idSchema, type LinkType } from '@vault/contract';
import type { Kysely } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { selectedFiles, type SelectedItem, selectedItems } from '../selection/index.ts';
import { resolveFolder } from '../tree/index.ts';
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
    const folder = await resolveFolder(db, recordId, path);
    return targetsOf(await selectedItems(db, { recordId, ids: [folder.id], paths: [] }));
  }
  if (externalIds.length > 0 && paths.length > 0) throw Errors.invalidRequest();
  if (externalIds.length > 0) {
    return targetsOf(await selectedFiles(db, recordId, await fileIdsOf(db, recordId, externalIds)));
  }
  if (paths.length === 0) throw Errors.notFound();
  return targetsOf(await selectedItems(db, { recordId, ids: [], paths }));
}

/** @returns ids in the order given; '' for an external id that no file of the record has */
async function fileIdsOf(
  db: Kysely<DB>,
  recordId: string,
  externalIds: readonly string[],
): Promise<string[]> {
  const isId = (text: string) => idSchema.safeParse(text).success;
  const uuids = externalIds.filter((text) => !isId(text)).map((text) => text.toLowerCase());
  const byUuid = await filesByExternalId(db, recordId, uuids);
  return externalIds.map((text) => (isId(text) ? text : (byUuid.get(text.toLowerCase()) ?? '')));
}

function targetsOf(items: readonly SelectedItem[]): Targets {
  const parent = items[0]?.parent;
  if (parent === undefined) throw Errors.notFound();
  return { items: items.map(({ id, kind, name }) => ({ id, kind, name })), parent };
}
