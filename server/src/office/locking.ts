import type { FastifyRequest } from 'fastify';
import { headerOf, lockIn } from './headers.ts';
import { changeLock, lockOf, removeLock, acquireLock } from './locks.queries.ts';
import { isForeignKeyViolation } from '../platform/database/index.ts';
import type { WopiCall } from './call.ts';
import type { OfficeDeps } from './deps.ts';
import { Refusals } from './refusal.ts';

/** If a lock is removed between two queries, the call tries again, at most this often. */
const MAX_ATTEMPTS = 3;

/**
 * Lock, or UnlockAndRelock if the request names an old lock ([MS-WOPI] 3.3.5.1.1, 3.3.5.1.5).
 * @throws 404 without the right to write, 400 without a lock id, 409 when another lock is present
 */
export async function lock(deps: OfficeDeps, call: WopiCall): Promise<void> {
  mustWrite(call);
  const { request } = call;
  const lockId = lockIn(request);
  const file = lockedFileOf(call);
  const { kysely } = deps.database;
  if (hasOldLock(request)) {
    const oldLockId = headerOf(request, 'x-wopi-oldlock');
    if (await changeLock(kysely, file, { oldLockId, lockId })) return;
    throw Refusals.lockMismatch(await lockOf(kysely, file));
  }
  for (let attempt = 1; ; attempt += 1) {
    if (await acquireLock(kysely, file, lockId).catch(throwNotFound)) return;
    const held = await lockOf(kysely, file);
    if (held !== '' || attempt === MAX_ATTEMPTS) throw Refusals.lockMismatch(held);
  }
}

/** The file can be deleted permanently between the check and the lock. */
function throwNotFound(error: unknown): never {
  throw isForeignKeyViolation(error) ? Refusals.notFoundOrNotAllowed() : error;
}

/** RefreshLock @throws as `lock` */
export async function refreshLock(deps: OfficeDeps, call: WopiCall): Promise<void> {
  mustWrite(call);
  const lockId = lockIn(call.request);
  const { kysely } = deps.database;
  const file = lockedFileOf(call);
  if (await changeLock(kysely, file, { oldLockId: lockId, lockId })) return;
  throw Refusals.lockMismatch(await lockOf(kysely, file));
}

/** Unlock @throws as `lock` */
export async function unlock(deps: OfficeDeps, call: WopiCall): Promise<void> {
  mustWrite(call);
  const lockId = lockIn(call.request);
  const { kysely } = deps.database;
  const file = lockedFileOf(call);
  if (await removeLock(kysely, file, lockId)) return;
  throw Refusals.lockMismatch(await lockOf(kysely, file));
}

/**
 * GetLock: needs only the right to read.
 * @returns '' when the file is not locked
 */
export async function getLock(deps: OfficeDeps, call: WopiCall): Promise<string> {
  return lockOf(deps.database.kysely, lockedFileOf(call));
}

/**
 * Refuses a call without the right to write, such as any call with a view token.
 * @throws 404
 */
export function mustWrite({ actor }: Pick<WopiCall, 'actor'>): void {
  if (!actor.may.write) throw Refusals.notFoundOrNotAllowed();
}

export const lockedFileOf = ({ file }: Pick<WopiCall, 'file'>) => ({
  recordId: file.recordId,
  fileId: file.id,
});

const hasOldLock = ({ headers }: Pick<FastifyRequest, 'headers'>) => headers['x-wopi-oldlock'] !== undefined;
