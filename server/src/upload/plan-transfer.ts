import { MAX_FOLDER_DEPTH, type NameCharacters, nameProblem } from '@vault/contract';
import type { StoredBlob } from '../platform/blobs/index.ts';
import { blobOfRow } from './queries.ts';
import type { OwnedUpload } from './transfer.queries.ts';

/** An upload that is transferred into a folder. */
export interface Incoming {
  ownerId: string;
  key: string;
  blob: StoredBlob;
  /** path of its folder below the target, '' for the target */
  folderPath: string;
  name: string;
  scannedBy: string;
}

export interface TransferPlan {
  /** the code of each key, in order (C20); the codes of `incoming` are valid only after the uploads are stored */
  codes: number[];
  incoming: Incoming[];
}

export interface PlanRules {
  nameCharacters: NameCharacters;
  /** depth of the target folder, 0 for the root */
  depth: number;
}

/** The uploads of one owner by key. When a key is given twice, its upload counts as stored the second time (D-23). */
export type UploadsByKey = Map<string, OwnedUpload>;

/**
 * Decides the code of each key (C20): 200 stored, before or now; 400 name not allowed; 404 unknown; 422 not scanned,
 * failed or infected.
 */
export function planTransfer(keys: readonly string[], uploads: UploadsByKey, rules: PlanRules): TransferPlan {
  const plan: TransferPlan = { codes: [], incoming: [] };
  for (const key of keys) {
    const upload = uploads.get(key);
    const incoming = upload === undefined ? null : incomingOf(upload);
    const code = codeOf(upload, incoming, rules);
    plan.codes.push(code);
    if (upload === undefined || incoming === null || code !== 200) continue;
    plan.incoming.push(incoming);
    uploads.set(key, { ...upload, state: 'stored' });
  }
  return plan;
}

function codeOf(
  upload: OwnedUpload | undefined,
  incoming: Incoming | null,
  { nameCharacters, depth }: PlanRules,
): number {
  if (upload === undefined) return 404;
  // D-23: a retry after a lost answer must not create a second version.
  if (upload.state === 'stored') return 200;
  if (incoming === null) return 422;
  const folders = incoming.folderPath === '' ? [] : incoming.folderPath.split('/');
  const isAllowed =
    folders.every((name) => nameProblem(name, 'folder', nameCharacters) === null) &&
    nameProblem(incoming.name, 'file', nameCharacters) === null &&
    depth + folders.length <= MAX_FOLDER_DEPTH;
  return isAllowed ? 200 : 400;
}

/** Returns the upload as `Incoming` when exactly its bytes passed the scan. */
function incomingOf(upload: OwnedUpload): Incoming | null {
  const { ownerId, key, archiveKey, name, state, scannedBy } = upload;
  const blob = blobOfRow(upload);
  if (state !== 'passed' || blob === null || scannedBy === null) return null;
  const cut = archiveKey === null ? -1 : name.lastIndexOf('/');
  const folderPath = cut < 0 ? '' : name.slice(0, cut);
  return { ownerId, key, blob, folderPath, name: name.slice(cut + 1), scannedBy };
}
