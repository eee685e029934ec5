import type { TransferDetail } from '@vault/contract';
import type { Transaction } from 'kysely';
import { intactCopies } from '../blobs/index.ts';
import { asClient, currentClientId, Errors } from '../http/index.ts';
import { type ActorContext, currentContext } from '../platform/actor/index.ts';
import type { DB } from '../platform/database/index.ts';
import {
  type Folder,
  foldersById,
  type ItemAttributes,
  lockRecord,
  withinRecordSize,
} from '../tree/index.ts';
import { isVisit, type UploadKey, type UploadDeps } from './deps.ts';
import { type Outcome, TurnBatcher } from '../platform/turn-batcher.ts';
import { type PlacementPolicy, versionPlacement } from './placement.ts';
import { planTransfer, type TransferResult, type UploadsByKey } from './plan-transfer.ts';
import { dropBytes } from './queries.ts';
import { type Delivery, storeDeliveries } from './store-deliveries.ts';
import { missingBytes } from './missing-bytes.ts';
import { recordRefusals } from './record-refusals.ts';
import { knownContents, lockUploads } from './transfer.queries.ts';

export interface Transfer {
  /** the folder that receives the files */
  folderId: string;
  /** keys of the owner's uploads; a key can appear twice */
  keys: readonly string[];
  /** the owner of the uploads, who is recorded as the uploader */
  owner: { id: string; name: string };
  attributes: ItemAttributes;
  /** chooses names; by default existing names get a version (D-11) */
  placing?: PlacementPolicy;
}

/**
 * C20
 * @returns a code for each key, in order
 * @throws E4 when the folder is deleted or not in the record, 507 when the record is full (GUARD-24)
 */
export type TransferInto = (recordId: string, call: Transfer) => Promise<TransferDetail[]>;

/** Maximum number of keys in one transaction, unless a single call has more. */
const MAX_KEYS_TOGETHER = 1000;

/**
 * C20: transfers scanned uploads into folders. Each call succeeds or fails as a whole, in one transaction that it can
 * share with concurrent calls for the same record. A file of the same name gets a new version (D-11) unless the call
 * has another placing. Missing subfolders are created once (D-22), a stored key is not stored again (D-23), and bytes
 * that the vault already has are not stored twice.
 */
export function createTransfer(deps: UploadDeps): TransferInto {
  const { database } = deps;
  const calls = new TurnBatcher<CallOfBatch, TransferResult[]>(
    async (recordId, together) => {
      // Slow checks run before the transaction, so that they hold no lock.
      const intactKeys = await intactCopies(deps, await knownContents(database.kysely, keysOf(together)));
      return asClient(clientOf(together), () =>
        database.transaction((tx) => transferTogether(tx, deps, { recordId, together, intactKeys })),
      );
    },
    { sizeOf: (call) => call.keys.length, maxSize: MAX_KEYS_TOGETHER },
  );
  return async (recordId, call) => {
    const first = { ownerId: call.owner.id, key: call.keys[0] ?? '', recordId };
    const results = await recordRefusals(deps, first, () =>
      calls.run(recordId, { ...call, clientId: currentClientId(), context: currentContext() }),
    );
    return call.keys.map((fileKey, index) => ({ fileKey, ...(results[index] ?? { code: 404 }) }));
  };
}

/** A call, with who makes it: calls that run together can have different callers. */
type CallOfBatch = Transfer & { clientId: string | null; context: ActorContext };

/** The client id of calls that run together; null when they have different ones. */
function clientOf(together: readonly { clientId: string | null }[]): string | null {
  const clientId = together[0]?.clientId ?? null;
  return together.every((call) => call.clientId === clientId) ? clientId : null;
}

interface Turn {
  recordId: string;
  together: readonly CallOfBatch[];
  intactKeys: ReadonlySet<string>;
}

async function transferTogether(
  tx: Transaction<DB>,
  deps: UploadDeps,
  { recordId, together, intactKeys }: Turn,
): Promise<Outcome<TransferResult[]>[]> {
  const { clock, settings } = deps;
  const folderIds = together.map((call) => call.folderId);
  const [, folders, uploads] = await Promise.all([
    lockRecord(tx, recordId),
    foldersById(tx, recordId, folderIds),
    uploadsByOwner(tx, deps, { keys: keysOf(together), now: clock.now() }),
  ]);
  // Read under the lock, so that files have the order in which they were stored.
  const at = clock.now();
  const deliveries: Delivery[] = [];
  const outcomes = together.map((call): Outcome<TransferResult[]> => {
    const { folderId, keys, owner, attributes, context, placing = versionPlacement } = call;
    const folder: Folder | undefined = folders.get(folderId);
    if (folder === undefined) return { error: Errors.notFound() };
    const mine = uploads.get(owner.id) ?? new Map();
    const { nameCharacters } = settings;
    const { results, incoming } = planTransfer(keys, mine, { nameCharacters, targetPath: folder.path });
    deliveries.push({ folder, incoming, attributes, placing, by: owner, context });
    return { result: results };
  });
  // When the record is full, a turn of several calls fails, and each call is repeated alone.
  const by = together.some(({ owner }) => isVisit(owner.id)) ? 'visitor' : 'person';
  await withinRecordSize(tx, { recordId, maxBytes: settings.recordMaxBytes, by }, () =>
    storeDeliveries(tx, { recordId, deliveries, intactKeys, at }),
  );
  return outcomes;
}

/** Returns the keys of all calls, without duplicates. */
function keysOf(together: readonly Transfer[]): UploadKey[] {
  const byOwner = new Map<string, Set<string>>();
  for (const { owner, keys } of together) {
    byOwner.set(owner.id, (byOwner.get(owner.id) ?? new Set()).union(new Set(keys)));
  }
  return [...byOwner].flatMap(([ownerId, keys]) => [...keys].map((key) => ({ ownerId, key })));
}

/** Uploads whose bytes are missing are left out: they are unknown and must be sent again (SAFE-21). */
async function uploadsByOwner(
  tx: Transaction<DB>,
  { blobs, log }: UploadDeps,
  { keys, now }: { keys: readonly UploadKey[]; now: Date },
): Promise<Map<string, UploadsByKey>> {
  const locked = await lockUploads(tx, keys, now);
  const missing = await missingBytes(blobs, locked);
  for (const { ownerId, key, storageKey } of missing) {
    log.error({ blobKey: storageKey }, 'Bytes of an upload are missing; the client has to send them again');
    await dropBytes(tx, { ownerId, key }, { key: storageKey ?? '' });
  }
  const byOwner = Map.groupBy(
    locked.filter((upload) => !missing.has(upload)),
    ({ ownerId }) => ownerId,
  );
  return new Map(
    [...byOwner].map(([ownerId, mine]) => [ownerId, new Map(mine.map((one) => [one.key, one]))]),
  );
}
