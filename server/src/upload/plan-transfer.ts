import { MAX_FOLDER_DEPTH, type NameCharacters, nameProblem } from '@vault/contract';
import type { NewBlob } from './transfer.queries.ts';
import type { Upload } from './queries.ts';

/** An upload that goes into a folder. */
export interface Incoming extends NewBlob {
  key: string;
  /** path of its folder below the target, '' for the target itself */
  folderPath: string;
  name: string;
  scannedBy: string;
}

export interface TransferPlan {
  /** the code of every key, by key (C20); those of `incoming` hold once it is stored */
  codes: Map<string, number>;
  incoming: Incoming[];
}

/**
 * Decides for every key what becomes of it (C20): 200 stored, before or now; 400 for a name that is not allowed; 404
 * unknown; 422 not scanned, failed or infected.
 * @param depth of the target folder, 0 for the root
 */
export function planTransfer(
  keys: readonly string[],
  uploads: readonly Upload[],
  { nameCharacters, depth }: { nameCharacters: NameCharacters; depth: number },
): TransferPlan {
  const byKey = new Map(uploads.map((upload) => [upload.key, upload]));
  const plan: TransferPlan = { codes: new Map(), incoming: [] };
  for (const key of keys) {
    if (plan.codes.has(key)) continue;
    const upload = byKey.get(key);
    const incoming = upload === undefined ? null : incomingOf(upload);
    plan.codes.set(key, codeOf(upload, incoming, { nameCharacters, depth }));
    if (plan.codes.get(key) === 200 && incoming !== null) plan.incoming.push(incoming);
  }
  return plan;
}

function codeOf(
  upload: Upload | undefined,
  incoming: Incoming | null,
  { nameCharacters, depth }: { nameCharacters: NameCharacters; depth: number },
): number {
  if (upload === undefined) return 404;
  // D-23: a retry after a lost reply must not make a second version.
  if (upload.state === 'stored') return 200;
  if (incoming === null) return 422;
  const folders = incoming.folderPath === '' ? [] : incoming.folderPath.split('/');
  const isAllowed =
    folders.every((name) => nameProblem(name, 'folder', nameCharacters) === null) &&
    nameProblem(incoming.name, 'file', nameCharacters) === null &&
    depth + folders.length <= MAX_FOLDER_DEPTH;
  return isAllowed ? 200 : 400;
}

/** Only bytes that passed the scan, and only those very bytes. */
function incomingOf(upload: Upload): Incoming | null {
  const { key, archiveKey, name, state, storageKey, sizeBytes, sha256, crc32, scannedBy } = upload;
  if (state !== 'passed') return null;
  if (storageKey === null || sizeBytes === null || sha256 === null || crc32 === null || scannedBy === null) {
    return null;
  }
  const cut = archiveKey === null ? -1 : name.lastIndexOf('/');
  return {
    key,
    folderPath: cut < 0 ? '' : name.slice(0, cut),
    name: name.slice(cut + 1),
    storageKey,
    sizeBytes,
    sha256,
    crc32,
    scannedBy,
  };
}
