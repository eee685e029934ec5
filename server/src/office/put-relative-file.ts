import { nameProblem, normalizeName } from '@vault/contract';
import type { Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { decodeUtf7, encodeUtf7 } from '../platform/wopi/index.ts';
import { claimNames, lockRecord, mustFindItem } from '../tree/index.ts';
import type { WopiCall } from './call.ts';
import { fileInFolder } from './files.queries.ts';
import { headerOf, numberIn } from './headers.ts';
import { heldLockOf } from './locks.queries.ts';
import { allowedName, partsOf } from './names.ts';
import type { OfficeDeps } from './deps.ts';
import { Errors } from '../http/index.ts';
import { Refusals } from './refusal.ts';
import { saveBytes, type Target } from './save-bytes.ts';

/** The requested name: exact, or the closest allowed one. */
interface Wanted {
  name: string;
  isExact: boolean;
  overwrites: boolean;
}

/** A new file, or one with a new version. */
export interface Written {
  fileId: string;
  versionId: string;
  name: string;
}

/**
 * PutRelativeFile: the body becomes a file in the folder of the call's file, with the person's name.
 * @throws 501 without the right to create files, and when both kinds of names are given; 400 for neither, and for an
 * exact name that is not allowed; 409 for an exact name that exists, or whose file is locked; and as `saveBytes`
 */
export async function putRelativeFile(deps: OfficeDeps, call: WopiCall): Promise<Written> {
  const { request, actor, file } = call;
  mustCreate(call);
  const { nameCharacters } = deps.settings;
  const wanted = wantedIn(request, file.name);
  const nearest = allowedName(wanted.name, file.name, nameCharacters);
  if (wanted.isExact) {
    const problem = nameProblem(wanted.name, 'file', nameCharacters);
    const isOther = normalizeName(wanted.name, nameCharacters) !== wanted.name;
    if (problem !== null || isOther)
      throw Refusals.badTarget(problem ?? 'The name is not allowed.', encodeUtf7(nearest));
  }
  const announced = numberIn(request, 'x-wopi-size');
  const choose = async (tx: Transaction<DB>, sizeBytes: number) => {
    if (announced !== null && announced !== sizeBytes) throw Errors.uploadIncomplete();
    await lockRecord(tx, file.recordId);
    const source = await mustFindItem(tx, actor, { id: file.id, kind: 'file' });
    const folder = { recordId: file.recordId, folderId: source.parentId ?? '' };
    if (wanted.isExact) return exactTarget(tx, { ...folder, name: wanted.name }, wanted.overwrites);
    return { ...folder, name: await freeName(tx, { ...folder, name: nearest }) };
  };
  return saveBytes(deps, call, { mustBeAllowed: mustCreate, choose });
}

/** @throws 501 without the right to create files */
function mustCreate({ actor }: Pick<WopiCall, 'actor'>): void {
  if (!actor.may.create) throw Refusals.unsupported();
}

/** The name in the headers. The two kinds of names exclude each other. */
function wantedIn(request: WopiCall['request'], sourceName: string): Wanted {
  const suggested = headerOf(request, 'x-wopi-suggestedtarget');
  const exact = headerOf(request, 'x-wopi-relativetarget');
  if (suggested !== '' && exact !== '') throw Refusals.unsupported();
  if (suggested === '' && exact === '') throw Refusals.badTarget('No name is given.', encodeUtf7(sourceName));
  const overwrites = headerOf(request, 'x-wopi-overwriterelativetarget').trim().toLowerCase() === 'true';
  const name = decodeUtf7(exact === '' ? suggested : exact);
  if (exact !== '') return { name, isExact: true, overwrites };
  // a name that begins with a dot is an extension
  return {
    name: name.startsWith('.') ? partsOf(sourceName).stem + name : name,
    isExact: false,
    overwrites: false,
  };
}

/** @throws 409 when the name exists and must not be overwritten, or its file is locked */
async function exactTarget(tx: Transaction<DB>, target: Target, overwrites: boolean): Promise<Target> {
  const { recordId } = target;
  const taken = await fileInFolder(tx, target);
  if (taken === null) return target;
  const held = await heldLockOf(tx, { recordId, fileId: taken.id });
  if (overwrites && held === '') return target;
  if (overwrites) throw Refusals.lockMismatch(held);
  throw Refusals.nameTaken({ free: encodeUtf7(await freeName(tx, target)), held });
}

async function freeName(tx: Transaction<DB>, { recordId, folderId, name }: Target): Promise<string> {
  const [free = name] = await claimNames(tx, recordId, [{ parentId: folderId, kind: 'file', name }]);
  return free;
}
