import type { Item, Paged } from '@vault/contract';
import type { Kysely } from 'kysely';
import { listFolder, type ListDeps } from '../files/index.ts';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { isAtOrBelow, liveIdsOfRecord, type LiveItem, liveItemsOfRecord, splitPath } from '../tree/index.ts';
import type { GuardedLink, VisitorContext } from './gate.ts';
import { presentShared } from './present-shared.ts';

export interface SharedQuery {
  page: number;
  size: number;
  sort?: string | undefined;
  /** '' is the list of shared items; other paths begin with the name of a shared folder (contract 10.15) */
  path: string;
}

/**
 * C45: a page of the shared items, or of a folder below them, in their current state. Paths begin at the share, so that
 * a visitor does not see the path in the vault.
 * @throws E4 for a folder that is not live below a shared one
 */
export async function listShared(
  deps: ListDeps,
  { link, targets }: VisitorContext,
  query: SharedQuery,
): Promise<Paged<Item>> {
  if (query.path === '') return pageOfTargets(deps, targets, query);
  const { target, path } = realPath(targets, query.path);
  const list = await listFolder(deps, link.recordId, { ...query, parentFolder: path });
  const outside = target.parent?.path ?? '';
  return { ...list, content: list.content.map((item) => relative(item, outside)) };
}

async function pageOfTargets(
  deps: ListDeps,
  targets: readonly LiveItem[],
  { page, size }: SharedQuery,
): Promise<Paged<Item>> {
  const sorted = targets.toSorted(
    (one, other) =>
      other.kind.localeCompare(one.kind) || (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1),
  );
  const shown = sorted.slice(page * size, (page + 1) * size);
  const content = await presentShared(deps, shown);
  return { content, totalElements: targets.length, numberOfElements: content.length };
}

/**
 * The path in the vault for a path of the share.
 * @throws E4 when it begins with no shared folder
 */
export function realPath(targets: readonly LiveItem[], path: string): { target: LiveItem; path: string } {
  const [first, ...rest] = splitPath(path);
  const target = targets.find(({ kind, name }) => kind === 'folder' && name === first);
  if (target === undefined) throw Errors.notFound();
  return { target, path: [target.path, ...rest].join('/') };
}

function relative(item: Item, outside: string): Item {
  const inside = outside === '' ? item.folderPath : item.folderPath.slice(outside.length + 1);
  return { ...item, folderPath: inside };
}

/**
 * Returns the items that a visitor names by id. All must be shared or below a shared folder. Items and targets are read
 * in one query, so that a concurrent move cannot expose another item.
 * @throws E4 when one of the items is not shared
 */
export async function mustFindShared(
  db: Kysely<DB>,
  { link, targets }: VisitorContext,
  ids: readonly string[],
): Promise<LiveItem[]> {
  const targetIds = new Set(targets.map(({ id }) => id));
  const live = await liveItemsOfRecord(db, link.recordId, [...targetIds, ...ids]);
  const roots = [...targetIds].flatMap((id) => live.get(id) ?? []);
  return ids.map((id) => {
    const item = live.get(id);
    if (item === undefined || !roots.some((root) => isAtOrBelow(item, root))) throw Errors.notFound();
    return item;
  });
}

/**
 * As `mustFindShared`, without reading the items.
 * @throws E4 when one of the items is not shared
 */
export async function mustBeShared(
  db: Kysely<DB>,
  { recordId, items }: Pick<GuardedLink, 'recordId' | 'items'>,
  ids: readonly string[],
): Promise<void> {
  const live = await liveIdsOfRecord(db, recordId, { ids, below: items.map(({ id }) => id) });
  if (ids.some((id) => !live.has(id))) throw Errors.notFound();
}
