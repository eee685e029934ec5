import { randomUUID } from 'node:crypto';
import { MAX_ITEMS_AT_ONCE } from '@vault/contract';
import type { Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import { newId } from '../platform/ids.ts';
import type { DB } from '../platform/database/index.ts';
import {
  adjustFolders,
  additionChange,
  type Authorship,
  type CounterChange,
  refreshAfterMany,
} from '../tree/index.ts';
import { announcePlan } from './announce-items.ts';
import { auditCopy } from './audit-plan.ts';
import {
  addCopiedVersions,
  addMergedVersions,
  addItemCopies,
  type CopiedVersion,
  type ItemCopy,
  itemsBelow,
  type SourceItem,
} from './copy.queries.ts';
import { sumByFolder } from './counters.ts';
import { renewHeads } from './move.queries.ts';
import type { PlannedMerge, TargetFolder, Plan } from './merge-rules.ts';

export interface CarryOutCopy {
  recordId: string;
  plan: Plan;
  change: Authorship;
  /** the limit of new items; MAX_ITEMS_AT_ONCE by default */
  most?: number;
}

/**
 * Carries out the plan of a copy and updates the counters. It inserts rows and copies no bytes. A copy has a new id,
 * one version with the source's current content, and the time of the copy as its date (D-15, contract 10.6). The caller
 * holds the record's lock (`lockRecord`), so that the source's versions and blobs are not deleted during the copy.
 * @throws 400 when it would create more items than one request is allowed to
 */
export async function carryOutCopy(
  tx: Transaction<DB>,
  { recordId, plan, change, most = MAX_ITEMS_AT_ONCE }: CarryOutCopy,
): Promise<void> {
  announcePlan(tx, recordId, { plan, isMove: false });
  const copies = copiesOf(plan, await sourcesOf(tx, recordId, { plan, most }));
  await auditCopy(tx, { recordId, plan, copyIds: copies });
  const idOf = ({ id, isNew }: Pick<TargetFolder, 'id' | 'isNew'>): string =>
    isNew ? (copies.get(id)?.id ?? id) : id;
  const merges = plan.merged.filter(({ item }) => item.kind === 'file');
  const targetOf = ({ target, targetIsNew }: PlannedMerge) => idOf({ id: target.id, isNew: targetIsNew });
  const mergedVersions = merges.map((merge) => versionCopy(merge.item.id, targetOf(merge), randomUUID()));
  const { alone, together } = versionsOf(
    copies.values(),
    new Set(mergedVersions.map(({ fileId }) => fileId)),
  );

  await addItemCopies(tx, recordId, { copies: [...copies.values()], change });
  await addCopiedVersions(tx, recordId, { versions: alone, change });
  await addMergedVersions(tx, recordId, { versions: [...together, ...mergedVersions], change });
  await refreshAfterMany(tx, copies.size);
  const heads = await renewHeads(tx, recordId, [...new Set(mergedVersions.map(({ fileId }) => fileId))]);

  const sizes = new Map(heads.map(({ id, sizeBytes }) => [id, sizeBytes]));
  const coming = plan.placed.map(({ item, into }) => additionChange(item, idOf(into)));
  const targets = new Map(merges.map((merge) => [targetOf(merge), merge]));
  const grown = [...targets].map(([id, { target, into }]): CounterChange => ({
    folderId: idOf(into),
    bytes: (sizes.get(id) ?? target.sizeBytes) - target.sizeBytes,
  }));
  await adjustFolders(tx, recordId, sumByFolder([...coming, ...grown]));
}

/** All items that get a new row: the placed ones, with all live items below them. */
async function sourcesOf(
  tx: Transaction<DB>,
  recordId: string,
  { plan, most }: { plan: Plan; most: number },
): Promise<SourceItem[]> {
  const items = plan.placed.map(({ item }) => item);
  const folderIds = items.filter(({ kind }) => kind === 'folder').map(({ id }) => id);
  const room = most - items.length;
  const below = await itemsBelow(tx, recordId, { folderIds, limit: room + 1 });
  if (below.length > room) throw Errors.tooManyItems();
  return [...items, ...below];
}

/** @returns the copies by the ids of their sources */
function copiesOf({ placed }: Plan, sources: readonly SourceItem[]): Map<string, ItemCopy> {
  const copies = new Map<string, ItemCopy>();
  for (const { id: sourceId, kind, parentId } of sources) {
    const isFile = kind === 'file';
    const versionId = isFile ? randomUUID() : null;
    copies.set(sourceId, { sourceId, id: newId(isFile ? 'fil' : 'fld'), parentId, name: null, versionId });
  }
  const idOf = (sourceId: string) => copies.get(sourceId)?.id ?? sourceId;
  for (const copy of copies.values()) copy.parentId = idOf(copy.parentId);
  // A placed item goes into its target, not into the copy of a folder that also contains it.
  for (const { item, name, into } of placed) {
    const copy = copies.get(item.id);
    if (copy === undefined) continue;
    copy.parentId = into.isNew ? idOf(into.id) : into.id;
    copy.name = name;
  }
  return copies;
}

const versionCopy = (sourceId: string, fileId: string, id: string): CopiedVersion => ({
  sourceId,
  fileId,
  id,
  rowId: newId('ver'),
});

/** The versions of the copies. Those of files into which others are merged are separate, because they need an order. */
function versionsOf(
  copies: Iterable<ItemCopy>,
  merged: ReadonlySet<string>,
): Record<'alone' | 'together', CopiedVersion[]> {
  const versions = { alone: new Array<CopiedVersion>(), together: new Array<CopiedVersion>() };
  for (const { sourceId, id, versionId } of copies) {
    if (versionId === null) continue;
    (merged.has(id) ? versions.together : versions.alone).push(versionCopy(sourceId, id, versionId));
  }
  return versions;
}
