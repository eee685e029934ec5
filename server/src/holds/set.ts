import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';
import { type Folder, foldersById, lockRecord, resolveFolder } from '../tree/index.ts';
import type { HoldDeps } from './deps.ts';
import { endHold, holdInForce, insertHold } from './holds.queries.ts';

export interface WantedHold {
  recordId: string;
  /** of the folder; '' is the whole record */
  path: string;
  /** null for a legal hold */
  keepYears: number | null;
  reason: string;
}

/**
 * C130: sets a legal hold or a retention rule on a folder. It takes the record lock, so that a deletion is either
 * finished before, or sees the hold.
 * @param by the name of the person who sets it
 * @returns the id of the hold
 * @throws E4 when the record or the folder does not exist
 */
export async function setHold(
  { database, clock }: HoldDeps,
  by: string,
  { recordId, path, keepYears, reason }: WantedHold,
): Promise<string> {
  return database.transaction(async (tx) => {
    if (!(await lockRecord(tx, recordId))) throw Errors.notFound();
    const folder = await resolveFolder(tx, recordId, path);
    const id = newId('hld');
    await insertHold(tx, { id, recordId, folderId: folder.id, keepYears, reason, by, at: clock.now() });
    await recordAudit(tx, {
      action: 'hold.set',
      recordId,
      object: objectOf(folder),
      details: { hold: id, keepYears, reason },
    });
    return id;
  });
}

/**
 * C132: lifts a hold. Items that were moved out of its folder are free as well.
 * @throws E4 when no such hold is in force
 */
export async function liftHold({ database, clock }: HoldDeps, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    const hold = await holdInForce(tx, id);
    if (hold === null) throw Errors.notFound();
    const { recordId, folderId, keepYears, reason } = hold;
    await lockRecord(tx, recordId);
    // Another call can have lifted it before the lock.
    if (!(await endHold(tx, hold, clock.now()))) throw Errors.notFound();
    const object = await holdObject(tx, recordId, folderId);
    await recordAudit(tx, {
      action: 'hold.lift',
      recordId,
      object,
      details: { hold: id, keepYears, reason },
    });
  });
}

async function holdObject(tx: Transaction<DB>, recordId: string, folderId: string) {
  const folder = (await foldersById(tx, recordId, [folderId])).get(folderId);
  return folder === undefined ? ({ kind: 'folder', id: folderId } as const) : objectOf(folder);
}

/** The root of a record stands for the record. */
function objectOf({ recordId, id, parentId, name, path }: Folder) {
  if (parentId === null) return { kind: 'record', id: recordId } as const;
  return {
    kind: 'folder',
    id,
    name,
    path: path.slice(0, Math.max(0, path.length - name.length - 1)),
  } as const;
}
