import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { namedRecords } from '../http/index.ts';
import { trashInside } from '../organise/index.ts';
import type { DB } from '../platform/database/index.ts';
import { queueThumbnails } from '../preview/index.ts';
import { queueTexts } from '../search/index.ts';
import {
  type Authorship,
  liveItemsOfRecord,
  mustFitRecord,
  putFiles,
  resolveFolder,
  withinRecordSize,
} from '../tree/index.ts';
import { inBatches } from './batches.ts';
import type { BringBackDeps } from './deps.ts';
import type { WantedFile } from './difference.ts';
import { folderOf, nameOf } from './item-path.ts';
import { ATTRIBUTES, foldersOf, moveBack, pathInRecord, placeFolders, restoreBack } from './place-items.ts';
import type { BringBackPlan } from './plan.ts';

/** Who brings a folder back; a command has no account, only an id of the same form. */
export interface BringBackActor {
  id: string;
  name: string;
  /** null for a command */
  accountId: string | null;
}

/**
 * SAFE-05: carries a plan out in transactions of bounded size. After an interruption, the next plan contains what is
 * left. Nothing is lost: items are restored from the trash or go back to their former paths, files get new versions,
 * and what was not there goes to the trash.
 * @throws 507 before any change when the record has no room (GUARD-24); 400 when a path is too deep; 409 when an item
 *   cannot be restored or moved back any more
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
  const restored = plan.restored.filter(({ kind }) => kind === 'file');
  await inBatches(deps, plan, restored, (tx, items) => restoreBack(tx, plan, { items, change: change() }));
  const moved = plan.moved.filter(({ kind }) => kind === 'file');
  await inBatches(deps, plan, moved, (tx, items) => moveBack(tx, plan, { items, change: change() }));
  await inBatches(deps, plan, plan.files, (tx, files) =>
    withinRecordSize(tx, size, () => storeFiles(tx, plan, { files, change: change() })),
  );
  await inBatches(deps, plan, plan.extra, (tx, items) => {
    const ids = items.map(({ id }) => id);
    return trashExtra(tx, plan, { ids, by, at: deps.clock.now() });
  });
  await database.transaction((tx) => recordRun(tx, plan));
}

async function storeFiles(
  tx: Transaction<DB>,
  plan: BringBackPlan,
  { files, change }: { files: readonly WantedFile[]; change: Authorship },
): Promise<void> {
  const { recordId, at } = plan;
  const placeOf = (path: string) => folderOf(pathInRecord(plan, path));
  const folderBy = await foldersOf(tx, recordId, { paths: files.map(({ path }) => placeOf(path)), change });
  const toPut = files.map(({ path, blobId, sizeBytes, scannedBy }) => ({
    folderId: folderBy(placeOf(path)).id,
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
      return {
        action: 'file.bring-back',
        recordId,
        object: { kind: 'file', id: fileId, name: nameOf(path), path: placeOf(path) },
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
    restored: plan.restored.length,
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
