import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { Errors, namedRecords } from '../http/index.ts';
import { moveInside, trashInside } from '../organise/index.ts';
import type { DB } from '../platform/database/index.ts';
import { queueThumbnails } from '../preview/index.ts';
import { queueTexts } from '../search/index.ts';
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
import type { FormerFile, MovedFile } from './difference.ts';
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
 * left. Nothing is lost: files go back to their former paths or get new versions, and what was not there goes to the
 * trash.
 * @throws 507 before any change when the record has no room (GUARD-24); 400 when a path is too deep
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
  await inBatches(deps, plan, ['', ...plan.folders], (tx, paths) =>
    makeFolders(tx, plan, { paths, change: change() }),
  );
  await inBatches(deps, plan, plan.moved, (tx, files) =>
    withinRecordSize(tx, size, () => moveBack(tx, plan, { files, change: change() })),
  );
  await inBatches(deps, plan, plan.files, (tx, files) =>
    withinRecordSize(tx, size, () => storeFiles(tx, plan, { files, change: change() })),
  );
  await inBatches(deps, plan, plan.extra, (tx, items) => {
    const ids = items.map(({ id }) => id);
    return trashExtra(tx, plan, { ids, by, at: deps.clock.now() });
  });
  await database.transaction((tx) => recordRun(tx, plan));
}

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

/** Makes the folders with these paths in the target, and the target. */
async function makeFolders(
  tx: Transaction<DB>,
  { recordId, target }: BringBackPlan,
  { paths, change }: { paths: readonly string[]; change: Authorship },
): Promise<void> {
  await foldersOf(tx, { recordId, target }, { paths, change });
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

/** A file that is gone since the plan, or whose former path is taken, gets its content as every other file. */
async function moveBack(
  tx: Transaction<DB>,
  plan: BringBackPlan,
  { files, change }: { files: readonly MovedFile[]; change: Authorship },
): Promise<void> {
  const folderBy = await foldersOf(tx, plan, { paths: files.map(({ path }) => folderOf(path)), change });
  const placements = files.map(({ id, path }) => ({
    id,
    name: nameOf(path),
    into: folderBy(folderOf(path)),
  }));
  const moved = await moveInside(tx, plan.recordId, { files: placements, change });
  await storeFiles(tx, plan, { files: files.filter(({ id }) => !moved.has(id)), change });
}

async function storeFiles(
  tx: Transaction<DB>,
  plan: BringBackPlan,
  { files, change }: { files: readonly FormerFile[]; change: Authorship },
): Promise<void> {
  const { recordId, target, at } = plan;
  if (files.length === 0) return;
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

const folderOf = (path: string): string => splitPath(path).slice(0, -1).join('/');
const nameOf = (path: string): string => splitPath(path).at(-1) ?? '';
