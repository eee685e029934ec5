import { nameProblem, normalizeName } from '@vault/contract';
import { renameInside } from '../organise/index.ts';
import { decodeUtf7 } from '../platform/wopi/index.ts';
import { claimNames, lockRecord, mustFindItem } from '../tree/index.ts';
import type { WopiCall } from './call.ts';
import { headerOf } from './headers.ts';
import { lockedFileOf } from './locking.ts';
import { heldLockOf } from './locks.queries.ts';
import { partsOf } from './names.ts';
import type { OfficeDeps } from './deps.ts';
import { Refusals } from './refusal.ts';

/**
 * RenameFile: sets another name with the same extension; an existing name gets a number. Id and versions stay.
 * @returns the name without its extension
 * @throws 501 for visitors, 404 without the right to rename, 400 with the reason for a name that is not allowed, 409
 * when another lock is present
 */
export async function renameFile(deps: OfficeDeps, call: WopiCall): Promise<{ name: string }> {
  const { request, actor } = call;
  if (actor.accountId === null) throw Refusals.unsupported();
  if (!actor.may.rename) throw Refusals.notFoundOrNotAllowed();
  const { nameCharacters } = deps.settings;
  const requested = decodeUtf7(headerOf(request, 'x-wopi-requestedname'));
  const { recordId, fileId } = lockedFileOf(call);
  return deps.database.transaction(async (tx) => {
    await lockRecord(tx, recordId);
    const present = await mustFindItem(tx, actor, { id: fileId, kind: 'file' });
    const held = await heldLockOf(tx, { recordId, fileId });
    if (held !== '' && held !== headerOf(request, 'x-wopi-lock')) throw Refusals.lockMismatch(held);
    const { extension } = partsOf(present.name);
    const stem = withoutExtension(requested.trim(), extension);
    if (stem === '') throw Refusals.badName('No name is given.');
    const name = normalizeName(stem + extension, nameCharacters);
    const problem = nameProblem(name, 'file', nameCharacters);
    if (problem !== null) throw Refusals.badName(problem);
    if (name === present.name) return { name: partsOf(name).stem };
    const claim = { parentId: present.parentId ?? '', kind: 'file' as const, name };
    const [free = name] = await claimNames(tx, recordId, [claim]);
    await renameInside(tx, {
      recordId,
      id: fileId,
      name: free,
      change: { by: actor.by, at: deps.clock.now() },
    });
    return { name: partsOf(free).stem };
  });
}

/** The protocol sends a name without its extension; some people type it. */
function withoutExtension(name: string, extension: string): string {
  const isTyped = extension !== '' && name.toLowerCase().endsWith(extension.toLowerCase());
  return isTyped ? name.slice(0, -extension.length) : name;
}
