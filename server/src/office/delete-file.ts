import { moveToTrash } from '../organise/index.ts';
import type { WopiCall } from './call.ts';
import { lockedFileOf } from './locking.ts';
import { lockOf } from './locks.queries.ts';
import type { OfficeParts } from './parts.ts';
import { Refusals } from './refusal.ts';

/**
 * DeleteFile: the file goes to the trash, as when a person deletes it.
 * @throws 501 for visitors, 404 for somebody who may not write, 409 with the lock that holds
 */
export async function deleteFile(parts: OfficeParts, call: WopiCall): Promise<void> {
  const { actor, file } = call;
  if (actor.accountId === null) throw Refusals.unsupported();
  if (!actor.may.remove) throw Refusals.notFoundOrNotAllowed();
  const held = await lockOf(parts.database.kysely, lockedFileOf(call));
  if (held !== '') throw Refusals.lockMismatch(held);
  const caller = { id: actor.accountId, name: actor.by.name, records: actor.records };
  await moveToTrash(parts, caller, { ids: [file.id] });
}
