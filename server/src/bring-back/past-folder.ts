import {
  type CallData,
  type contract,
  MAX_ITEMS_AT_ONCE,
  MAX_PAST_ITEMS,
  type PastItem,
} from '@vault/contract';
import { Errors } from '../http/index.ts';
import { splitPath } from '../tree/index.ts';
import type { BringBackDeps } from './deps.ts';
import { mustBeKept } from './moments.ts';
import { type ItemAt, treeAt } from './tree-at.queries.ts';

const SHALLOW = { isShallow: true, limit: MAX_ITEMS_AT_ONCE };

/**
 * C135: the items of a folder as it was at a moment, beside what the present folder has.
 * @param at null for now
 * @throws 400 for a moment that is not kept; E4 when there was no such folder
 */
export async function readPastFolder(
  deps: Pick<BringBackDeps, 'database' | 'settings'>,
  { recordId, path: wanted, at }: { recordId: string; path: string; at: Date | null },
): Promise<CallData<typeof contract.bringBack.past>> {
  const { kysely } = deps.database;
  if (at !== null) await mustBeKept(deps, at);
  const path = splitPath(wanted).join('/');
  const past = await treeAt(kysely, { recordId, path, at }, SHALLOW);
  if (past.length === 0) throw Errors.notFound();
  const present = await treeAt(kysely, { recordId, path, at: null }, SHALLOW);
  const blobOf = new Map(present.map((item) => [keyOf(item), item.blobId]));
  const items = past.filter((item) => item.path !== '').toSorted(inListOrder);
  return {
    items: items.slice(0, MAX_PAST_ITEMS).map((item) => pastItemOf(item, blobOf.get(keyOf(item)))),
    total: items.length,
  };
}

/** @param presentBlob of the present item; null for a folder; undefined when there is none */
function pastItemOf({ path, kind, sizeBytes, blobId }: ItemAt, presentBlob?: number | null): PastItem {
  const isKept = kind === 'folder' || blobId !== null;
  const item = { name: path, kind, sizeBytes, isKept };
  if (presentBlob === undefined) return { ...item, present: 'missing' };
  return { ...item, present: presentBlob === blobId ? 'same' : 'changed' };
}

const keyOf = ({ kind, path }: ItemAt): string => `${kind} ${path}`;

/** The default order of a list of files: folders first, by name in any case. */
const inListOrder = (a: ItemAt, b: ItemAt): number =>
  Number(a.kind === 'file') - Number(b.kind === 'file') ||
  (a.path.toLowerCase() < b.path.toLowerCase() ? -1 : 1);
