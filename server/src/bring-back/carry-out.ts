import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { Errors, namedRecords } from '../http/index.ts';
import { moveInside, trashInside } from '../organise/index.ts';
import type { DB } from '../platform/database/index.ts';
import { queueThumbnails } from '../preview/index.ts';
import { queueTexts } from '../search/index.ts';
import { topmost } from '../selection/index.ts';
import {
  type Authorship,
  ensureFolders,
  type Folder,
  liveItemsOfRecord,
  lockRecord,
  mustFitRecord,
  putFiles,
  resolveFolder,
  splitPath,
  withinRecordSize,
} from '../tree/index.ts';
import type { BringBackDeps } from './deps.ts';
import type { MovedItem, WantedFile } from './difference.ts';
import { folderOf, nameOf } from './item-path.ts';
import type { BringBackPlan } from './plan.ts';

/** Files, folders and items of one transaction, so that other writers wait less. */
const BATCH = 500;
const ATTRIBUTES = { shareToClient: true, category: 'Other', asOfDate: null };

/** Who brings a folder back; a command has no account, only an id of the same form. */
export interface BringBackActor {
  id: string;
  name: string;
  /** null for a command */
  accountId: string | null;
}

/**
 * SAFE-05: carries a plan out in transactions of bounded size. After an interruption, the next plan contains what is
 * left. Nothing is lost: items go back to their former paths, files get new versions, and what was not there goes to
 * the trash.
 * @throws 507 before any change when the record has no room (GUARD-24); 400 when a path is too deep; 409 when an item
 *   cannot be moved back any more
 */
export async function carryOutPlan(
  deps: BringBackDeps,
  by: BringBackActor,
  plan: BringBackPlan,
): Promise<void> {
  const { database, settings } = deps;
  const change = (): Authorship => ({ by: { id: by.accountId, name: by.name }, at: deps.clock.now() });
  const size = { recordId: plan.recordId, maxBytes: settings.recordMaxBytes, by: 'person' } as const;
  const addedBytes = plan.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  await mustFitRecord(database.kysely, plan.recordId, { ...size, addedBytes });
  await placeFolders(deps, plan, change);
  const movedFiles = plan.moved.filter(({ kind }) => kind === 'file');
  await inBatches(deps, plan, movedFiles, (tx, items) => moveBack(tx, plan, { items, change: change() }));
  await inBatches(deps, plan, plan.files, (tx, files) =>
    withinRecordSize(tx, size, () => storeFiles(tx, plan, { files, change: change() })),
  );
  await inBatches(deps, plan, plan.extra, (tx, items) => {
    const ids = items.map(({ id }) => id);
    return trashExtra(tx, plan, { ids, by, at: deps.clock.now() });
  });
  await database.transaction((tx) => recordRun(tx, plan));
}

/** Moves folders back and makes folders, level by level, because each of them is in a folder of the level above. */
async function placeFolders(
  deps: BringBackDeps,
  plan: BringBackPlan,
  change: () => Authorship,
): Promise<void> {
  const moved = byDepth(
    plan.moved.filter(({ kind }) => kind === 'folder'),
    ({ path }) => path,
  );
  const missing = byDepth(['', ...plan.folders], (path) => path);
  const depths = [...new Set([...moved.keys(), ...missing.keys()])].toSorted((a, b) => a - b);
  for (const depth of depths) {
    const here = moved.get(depth) ?? [];
    const outermost = idsOfTopmost(here);
    const apart = here.filter(({ id }) => outermost.has(id));
    await inBatches(deps, plan, apart, (tx, items) => moveBack(tx, plan, { items, change: change() }));
    // One after the other, because one call cannot move a folder and what is in it.
    const nested = here.filter(({ id }) => !outermost.has(id));
    await inBatches(deps, plan, nested, async (tx, items) => {
      for (const item of items) await moveBack(tx, plan, { items: [item], change: change() });
    });
    await inBatches(deps, plan, missing.get(depth) ?? [], async (tx, paths) => {
      await foldersOf(tx, plan, { paths, change: change() });
    });
  }
}

const idsOfTopmost = (moved: readonly MovedItem[]): Set<string> =>
  new Set(topmost(moved.map(({ id, kind, from }) => ({ id, kind, path: from }))).map(({ id }) => id));

const byDepth = <T>(items: readonly T[], pathOf: (item: T) => string): Map<number, T[]> =>
  Map.groupBy(items, (item) => splitPath(pathOf(item)).length);

async function inBatches<T>(
  { database }: BringBackDeps,
  { recordId }: BringBackPlan,
  all: readonly T[],
  work: (tx: Transaction<DB>, batch: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < all.length; from += BATCH) {
    await database.transaction(async (tx) => {
      if (!(await lockRecord(tx, recordId))) throw Errors.notFound();
      await work(tx, all.slice(from, from + BATCH));
    });
  }
}

/** Makes missing folders of the target. @returns a folder by its path from the target */
async function foldersOf(
  tx: Transaction<DB>,
  { recordId, target }: Pick<BringBackPlan, 'recordId' | 'target'>,
  { paths, change }: { paths: readonly string[]; change: Authorship },
): Promise<(path: string) => Pick<Folder, 'id' | 'path'>> {
  const root = await resolveFolder(tx, recordId, '');
  const full = (path: string) => [...splitPath(target), ...splitPath(path)].join('/');
  const ids = await ensureFolders(tx, {
    parent: root,
    paths: paths.map(full),
    change,
    attributes: ATTRIBUTES,
  });
  return (wanted) => {
    const path = full(wanted);
    const id = ids.get(path);
    if (id === undefined) throw new Error(`the folder ${path} was not made`);
    return { id, path };
  };
}

/** @throws 409 when an item is gone since the plan, or its former path is taken */
async function moveBack(
  tx: Transaction<DB>,
  plan: BringBackPlan,
  { items, change }: { items: readonly MovedItem[]; change: Authorship },
): Promise<void> {
  const folderBy = await foldersOf(tx, plan, { paths: items.map(({ path }) => folderOf(path)), change });
  const placements = items.map(({ id, path }) => ({
    id,
    name: nameOf(path),
    into: folderBy(folderOf(path)),
  }));
  const moved = await moveInside(tx, plan.recordId, { items: placements, change });
  if (moved.size < items.length) throw Errors.planChanged();
}

async function storeFiles(
  tx: Transaction<DB>,
  plan: BringBackPlan,
  { files, change }: { files: readonly WantedFile[]; change: Authorship },
): Promise<void> {
  const { recordId, target, at } = plan;
  const folderBy = await foldersOf(tx, plan, { paths: files.map(({ path }) => folderOf(path)), change });
  const toPut = files.map(({ path, blobId, sizeBytes, scannedBy }) => ({
    folderId: folderBy(folderOf(path)).id,
    name: nameOf(path),
    blobId,
    sizeBytes,
    scannedBy,
  }));
  const put = await putFiles(tx, { recordId, files: toPut, change, attributes: ATTRIBUTES });
  await queueTexts(tx, recordId, toPut);
  await queueThumbnails(tx, toPut);
  await recordAudit(
    tx,
    put.map(({ fileId, versionId }, index) => {
      const path = files[index]?.path ?? '';
      const above = [...splitPath(target), ...splitPath(folderOf(path))].join('/');
      return {
        action: 'file.bring-back',
        recordId,
        object: { kind: 'file', id: fileId, name: nameOf(path), path: above },
        details: { versionId, moment: at.toISOString() },
      };
    }),
  );
}

async function trashExtra(
  tx: Transaction<DB>,
  { recordId }: BringBackPlan,
  { ids, by, at }: { ids: readonly string[]; by: BringBackActor; at: Date },
): Promise<void> {
  // Others can have deleted some of them since the plan.
  const live = await liveItemsOfRecord(tx, recordId, ids);
  if (live.size === 0) return;
  const caller = { id: by.id, name: by.name, records: namedRecords([recordId]) };
  await trashInside(tx, caller, { selection: { ids: [...live.keys()] }, at });
}

async function recordRun(tx: Transaction<DB>, plan: BringBackPlan): Promise<void> {
  const { recordId, path, target, at, mode } = plan;
  const folder = await resolveFolder(tx, recordId, target);
  const object =
    folder.parentId === null
      ? ({ kind: 'record', id: recordId } as const)
      : ({ kind: 'folder', id: folder.id, name: folder.name, path: folderOf(target) } as const);
  const counts = {
    moved: plan.moved.length,
    files: plan.files.length,
    trashed: plan.extra.length,
    lost: plan.lost.length,
  };
  await recordAudit(tx, {
    action: 'folder.bring-back',
    recordId,
    object,
    details: { moment: at.toISOString(), mode, formerPath: path, ...counts },
  });
}
