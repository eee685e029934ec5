import type { Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { lockRecord, mustFindItem } from '../tree/index.ts';
import type { WopiCall } from './call.ts';
import { officeFile } from './files.queries.ts';
import { headerOf } from './headers.ts';
import { lockedFileOf, mustWrite } from './locking.ts';
import { heldLockOf, lockOf } from './locks.queries.ts';
import { hasChanged, lastModifiedTime } from './last-modified.ts';
import type { OfficeDeps } from './deps.ts';
import { Refusals } from './refusal.ts';
import { saveBytes } from './save-bytes.ts';

/** The version and its modification time after a save. */
export interface Saved {
  versionId: string;
  lastModifiedTime: string;
}

/**
 * PutFile: the body becomes a new version of the file, with the person's name. It requires the present lock; an empty
 * file without a lock can be written too ("Create New").
 * @throws 404 without the right to write, 409 with the present lock, 409 for Collabora and ONLYOFFICE when the file has
 * changed since it was read, and as `saveBytes`
 */
export async function putFile(deps: OfficeDeps, call: WopiCall): Promise<Saved> {
  mustWrite(call);
  const { request, actor, grant } = call;
  const { kysely } = deps.database;
  const file = lockedFileOf(call);
  const given = headerOf(request, 'x-wopi-lock');
  // Checked before the body is received, and again afterwards.
  mustBeWritable({ held: await lockOf(kysely, file), given, sizeBytes: call.file.sizeBytes });
  const choose = async (tx: Transaction<DB>) => {
    await lockRecord(tx, file.recordId);
    const held = await heldLockOf(tx, file);
    await mustFindItem(tx, actor, { id: file.fileId, kind: 'file' });
    const present = await officeFile(tx, grant);
    if (present === null) throw Refusals.notFoundOrNotAllowed();
    mustBeWritable({ held, given, sizeBytes: present.sizeBytes });
    if (hasChanged(request, present)) throw Refusals.changedInStorage(held);
    return { recordId: present.recordId, folderId: present.folderId, name: present.name };
  };
  const saved = await saveBytes(deps, call, { mustBeAllowed: mustWrite, choose });
  const after = await officeFile(kysely, grant);
  if (saved.fileId !== file.fileId || after === null)
    throw new Error('The bytes were stored in another file');
  return { versionId: saved.versionId, lastModifiedTime: lastModifiedTime(after) };
}

/** @throws 409 with the present lock */
function mustBeWritable({
  held,
  given,
  sizeBytes,
}: {
  held: string;
  given: string;
  sizeBytes: number;
}): void {
  const mayWrite = held === '' ? sizeBytes === 0 : held === given;
  if (!mayWrite) throw Refusals.lockMismatch(held);
}
