import { folderPathProblem, type NameCharacters, nameProblem, type TransferDetail } from '@vault/contract';
import type { StoredBlob } from '../platform/blobs/index.ts';
import { Errors, type VaultError } from '../http/index.ts';
import { joinPath } from '../tree/index.ts';
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

/** The code of one key (C20), with the reason of a 400. */
export type TransferResult = Omit<TransferDetail, 'fileKey'>;

export interface TransferPlan {
  /** of each key, in order (C20); those of `incoming` are valid only after the uploads are stored */
  results: TransferResult[];
  incoming: Incoming[];
}

export interface PlanRules {
  nameCharacters: NameCharacters;
  /** path of the target folder, '' for the root */
  targetPath: string;
}

/** The uploads of one owner by key. When a key is given twice, its upload counts as stored the second time (D-23). */
export type UploadsByKey = Map<string, OwnedUpload>;

/**
 * Decides the code of each key (C20): 200 stored, before or now; 400 name or path not allowed; 404 unknown; 422 not
 * scanned, failed or infected.
 */
export function planTransfer(keys: readonly string[], uploads: UploadsByKey, rules: PlanRules): TransferPlan {
  const plan: TransferPlan = { results: [], incoming: [] };
  for (const key of keys) {
    const upload = uploads.get(key);
    const incoming = upload === undefined ? null : incomingOf(upload);
    const result = resultOf(upload, incoming, rules);
    plan.results.push(result);
    if (upload === undefined || incoming === null || result.code !== 200) continue;
    plan.incoming.push(incoming);
    uploads.set(key, { ...upload, state: 'stored' });
  }
  return plan;
}

function resultOf(
  upload: OwnedUpload | undefined,
  incoming: Incoming | null,
  rules: PlanRules,
): TransferResult {
  if (upload === undefined) return { code: 404 };
  // D-23: a retry after a lost answer must not create a second version.
  if (upload.state === 'stored') return { code: 200 };
  if (incoming === null) return { code: 422 };
  const refusal = refusalOf(incoming, rules);
  if (refusal === null) return { code: 200 };
  const { code, errorCode, message } = refusal;
  return { code, errorCode, errorMessage: message };
}

/** Returns why the name of a file or the path of its folder is refused; null when both are allowed. */
function refusalOf(
  { folderPath, name }: Incoming,
  { nameCharacters, targetPath }: PlanRules,
): VaultError | null {
  const folders = folderPath === '' ? [] : folderPath.split('/');
  const [problem = nameProblem(name, 'file', nameCharacters)] = folders.flatMap(
    (folder) => nameProblem(folder, 'folder', nameCharacters) ?? [],
  );
  if (problem !== null) return Errors.badName(problem);
  if (folders.length === 0) return null;
  const pathProblem = folderPathProblem(joinPath(targetPath, folderPath));
  return pathProblem === null ? null : Errors.badFolderPath(pathProblem);
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
