import { randomUUID } from 'node:crypto';
import { trashInside } from '../organise/index.ts';
import { lockRecord, mustFindItem } from '../tree/index.ts';
import type { WopiCall } from './call.ts';
import { lockedFileOf } from './locking.ts';
import { lockOf, removeLock, acquireLock } from './locks.queries.ts';
import type { OfficeDeps } from './deps.ts';
import { Refusals } from './refusal.ts';

/**
 * DeleteFile: moves the file to the trash. During the deletion the vault itself holds the file's lock, so that no other
 * caller can lock it.
 * @throws 501 for visitors, 404 without the right to write, 409 with the present lock
 */
export async function deleteFile(deps: OfficeDeps, call: WopiCall): Promise<void> {
  const { actor } = call;
  const { accountId } = actor;
  if (accountId === null) throw Refusals.unsupported();
  if (!actor.may.remove) throw Refusals.notFoundOrNotAllowed();
  const file = lockedFileOf(call);
  const caller = { id: accountId, name: actor.by.name, records: actor.records };
  await deps.database.transaction(async (tx) => {
    await lockRecord(tx, file.recordId);
    await mustFindItem(tx, actor, { id: file.fileId, kind: 'file' });
    const own = randomUUID();
    if (!(await acquireLock(tx, file, own))) throw Refusals.lockMismatch(await lockOf(tx, file));
    await trashInside(tx, caller, { selection: { ids: [file.fileId] }, at: deps.clock.now() });
    await removeLock(tx, file, own);
  });
}
