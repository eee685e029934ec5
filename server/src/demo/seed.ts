import type { Transaction } from 'kysely';
import type { DemoAccounts } from '@vault/demo';
import type { PlannedFolder, VaultPlan } from '@vault/demo/vault';
import { intactCopies, storeContents, orRelease, releaseBytes } from '../blobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { StoredBlob } from '../platform/blobs/index.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { type Authorship, ensureFolders, findFolder, lockRecord, putFiles } from '../tree/index.ts';
import { hasContent, markSeeded, recordsNotSeeded } from './seed.queries.ts';
import { storeFiles, type StoredVersion, type StoreDeps } from './store.ts';

export interface SeedDeps extends StoreDeps {
  database: Database;
  clock: Clock;
}

const ATTRIBUTES = { shareToClient: true, category: 'Other', asOfDate: null } as const;

/**
 * Fills the vaults of the demo accounts (which must be loaded) at the first start: files are created, scanned and
 * stored like uploads, then added to the tree in one transaction per record. So a later start continues with the
 * missing records after an interruption, and two servers that start concurrently fill each record once. A record that
 * has any content, or was processed before, is not changed.
 * It never fails: a failure is logged, and retried at the next start.
 * @param accounts those of the demo firm
 * @param given the content; undefined: the complete demo vault
 */
export async function seedDemoVault(
  deps: SeedDeps,
  { records, users }: DemoAccounts,
  given?: VaultPlan,
): Promise<void> {
  const { database, clock, log } = deps;
  const ids = [...records, ...users].map(({ sfid }) => sfid);
  try {
    const open = await recordsNotSeeded(database.kysely, ids);
    if (open.length === 0) return;
    // The libraries that write PDF and Office files are loaded only when they are needed.
    const plan = given ?? (await import('@vault/demo/vault')).planVault(clock.now());
    const nameOf = (userId: string) => users.find(({ sfid }) => sfid === userId)?.name ?? '';
    for (const recordId of open) {
      const files = plan.files.filter((file) => file.recordId === recordId);
      const folders = plan.folders.filter((folder) => folder.recordId === recordId);
      const isTaken = await hasContent(database.kysely, recordId);
      const stored = isTaken ? null : await storeFiles(deps, files);
      const blobs = (stored ?? []).map(({ blob }) => blob);
      const filled = await orRelease(deps, keysOf(blobs), async () => {
        const intactKeys = await intactCopies(
          deps,
          blobs.map(({ sha256 }) => sha256),
        );
        const scannedBy = deps.scanner.name;
        const filling = { folders, stored, intactKeys, scannedBy, now: clock.now(), nameOf };
        return database.transaction((tx) => fillRecord(tx, recordId, filling));
      });
      if (!filled) await releaseBytes(deps, keysOf(blobs));
      if (filled && files.length > 0) log.info({ recordId, files: files.length }, 'Demo documents stored');
    }
  } catch (error) {
    log.warn({ err: error }, 'Demo documents not stored; the next start retries');
  }
}

interface Filling {
  folders: readonly PlannedFolder[];
  /** null when the record had content: it is only marked */
  stored: readonly StoredVersion[] | null;
  /** storage keys whose bytes were read and found intact just before */
  intactKeys: ReadonlySet<string>;
  scannedBy: string;
  now: Date;
  /** the name of a user of the demo firm by the sfid */
  nameOf: (userId: string) => string;
}

const keysOf = (blobs: readonly StoredBlob[]): string[] => blobs.map(({ key }) => key);

/**
 * Marks the record and fills it.
 * @returns false when there was nothing to do
 */
async function fillRecord(tx: Transaction<DB>, recordId: string, filling: Filling): Promise<boolean> {
  if (!(await lockRecord(tx, recordId)) || !(await markSeeded(tx, recordId))) return false;
  const { folders, stored, intactKeys, scannedBy, now, nameOf } = filling;
  const changeOf = (id: string, at: Date): Authorship => ({ by: { id, name: nameOf(id) }, at });
  const root = await findFolder(tx, recordId, '');
  if (stored === null || root === null || (await hasContent(tx, recordId))) return false;
  const folderIds = new Map([['', root.id]]);
  for (const { path, createdAt, createdBy } of folders) {
    const change = changeOf(createdBy, createdAt);
    const ids = await ensureFolders(tx, { parent: root, paths: [path], change, attributes: ATTRIBUTES });
    for (const [known, id] of ids) folderIds.set(known, id);
  }
  const blobIds = await storeContents(tx, { blobs: stored.map(({ blob }) => blob), intactKeys, now });
  for (const { file, version, blob } of stored) {
    const change = changeOf(version.uploadedBy, version.modifiedAt);
    const put = {
      folderId: mustHave(folderIds, file.path),
      name: file.name,
      blobId: blobIds.of(blob),
      sizeBytes: blob.sizeBytes,
      scannedBy,
    };
    await putFiles(tx, { recordId, files: [put], change, attributes: ATTRIBUTES });
  }
  return true;
}

function mustHave<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`The plan of the demo vault lacks ${key}`);
  return value;
}
