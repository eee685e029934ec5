import type { ScanItem } from '@vault/contract';
import type { Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { mustFitRecord } from '../tree/index.ts';
import { isVisit, type UploadDeps, type UploadKey } from './deps.ts';
import { EarlyScans } from './early-scans.ts';
import { expiryAfter } from './expiry.ts';
import {
  findUploads,
  idOfUpload,
  type NewUpload,
  prepareUploads,
  type ReceivedUpload,
  receiveUploads,
  recordVerdicts,
  type ScanResult,
  type Upload,
} from './queries.ts';
import { mustHaveRoom } from './quota.ts';
import { countKnown, lockQuotas, type QuotaScopes, scopesOf, waitingIn } from './quota.queries.ts';
import { type Outcome, TurnBatcher } from '../platform/turn-batcher.ts';

interface Change {
  /** uploads to create, of different keys */
  prepare: readonly NewUpload[];
  /** small bodies that are stored and were not reserved before, of different keys; also of uploads of `prepare` */
  receive: readonly ReceivedUpload[];
}

/** For each body of a change: whether it was received, as `receiveUploads` returns it. */
type Received = (boolean | undefined)[];

const keysOf = ({ prepare, receive }: Change): string[] => [
  ...new Set([...prepare, ...receive].map(({ key }) => key)),
];

/** Finding uploads and recording verdicts need no lock of an owner. */
const ALL_OWNERS = 'all';
/** Maximum number of changes in one transaction. */
const MAX_TOGETHER = 200;

type IntakeParts = Pick<UploadDeps, 'database' | 'settings' | 'clock' | 'blobs' | 'scanner'>;

/** Dependencies of the calls that share their changes. */
export interface IntakeDeps extends UploadDeps {
  intake: Intake;
}

/**
 * The changes of waiting uploads that count for quotas (GUARD-24). Changes of one owner need the same locks and sums,
 * so those that arrive together share a transaction.
 */
export class Intake {
  readonly earlyScans: EarlyScans;
  /** the scans that run, by upload: a repeated call waits for the first one */
  readonly scans = new Map<string, Promise<ScanItem[]>>();
  /** the direct uploads that are being completed, by the key of their bytes: a repeated call waits for the first one */
  readonly completions = new Map<string, Promise<void>>();
  readonly #changes: TurnBatcher<Change, Received>;
  readonly #verdicts: TurnBatcher<ScanResult, boolean>;
  readonly #finds: TurnBatcher<UploadKey, Upload | null>;

  constructor(deps: IntakeParts) {
    this.earlyScans = new EarlyScans(deps);
    this.#changes = new TurnBatcher(
      (ownerId, changes) => deps.database.transaction((tx) => store(tx, deps, { ownerId, changes })),
      { sizeOf: (change) => keysOf(change).length, maxSize: MAX_TOGETHER, keysOf },
    );
    this.#verdicts = new TurnBatcher<ScanResult, boolean>(
      async (_, results) => {
        const recorded = new Set(await recordVerdicts(deps.database.kysely, results));
        return results.map((result) => ({ result: recorded.has(result) }));
      },
      { sizeOf: () => 1, maxSize: MAX_TOGETHER, keysOf: (upload) => [idOfUpload(upload)] },
    );
    this.#finds = new TurnBatcher<UploadKey, Upload | null>(
      async (_, keys) => {
        const found = await findUploads(deps.database.kysely, keys, deps.clock.now());
        const byId = new Map(found.map((upload) => [idOfUpload(upload), upload]));
        return keys.map((key) => ({ result: byId.get(idOfUpload(key)) ?? null }));
      },
      { sizeOf: () => 1, maxSize: MAX_TOGETHER, keysOf: (upload) => [idOfUpload(upload)] },
    );
  }

  /** Creates an upload; an existing one keeps its bytes. @throws 507 when too many uploads wait */
  async prepare(ownerId: string, upload: NewUpload): Promise<void> {
    await this.#changes.run(ownerId, { prepare: [upload], receive: [] });
  }

  /** Stores received bytes. @throws 507, 413 over a quota, 403 for an unknown upload, 409 after the transfer */
  async receive(upload: ReceivedUpload): Promise<void> {
    const [isReceived] = await this.#changes.run(upload.ownerId, { prepare: [], receive: [upload] });
    mustBeReceived(isReceived);
  }

  /**
   * Creates uploads of different keys with their received bytes, all or none; bytes of an existing one are replaced.
   * @returns for each whether it has the bytes: false after the transfer
   * @throws 507, 413 over a quota
   */
  async prepareReceived(
    ownerId: string,
    uploads: readonly (NewUpload & ReceivedUpload)[],
  ): Promise<Received> {
    return this.#changes.run(ownerId, { prepare: uploads, receive: uploads });
  }

  /** Returns an upload as it is after the call; null when it is unknown or expired. */
  find(key: UploadKey): Promise<Upload | null> {
    return this.#finds.run(ALL_OWNERS, key);
  }

  /** Records a verdict. @returns false when the upload has other bytes now, or another verdict */
  recordVerdict(result: ScanResult): Promise<boolean> {
    return this.#verdicts.run(ALL_OWNERS, result);
  }
}

interface Turn {
  ownerId: string;
  changes: readonly Change[];
}

/** When a quota refuses a turn of several changes, each of them is repeated alone (TurnBatcher). */
async function store(
  tx: Transaction<DB>,
  deps: IntakeParts,
  { ownerId, changes }: Turn,
): Promise<Outcome<Received>[]> {
  const now = deps.clock.now();
  const times = { now, expiresAt: expiryAfter(now, ownerId) };
  const prepared = changes.flatMap(({ prepare }) => prepare);
  const received = changes.flatMap(({ receive }) => receive);
  const scopes = await scopesOfTurn(tx, { ownerId, prepared, received });
  if (scopes !== null) {
    await Promise.all([lockQuotas(tx, scopes), mustAllowTurn(tx, deps, { scopes, prepared, received, now })]);
  }
  // In this order: a change can do both for one key.
  const [, stored] = await Promise.all([
    prepareUploads(tx, prepared, times),
    receiveUploads(tx, received, times),
  ]);
  return changes.map(({ receive }) => ({ result: receive.map(({ key }) => stored.get(key)) }));
}

interface TurnParts {
  prepared: readonly NewUpload[];
  received: readonly ReceivedUpload[];
}

/** All uploads of an owner have the same scopes: a visit belongs to one link. Null when no upload is known. */
async function scopesOfTurn(
  tx: Transaction<DB>,
  { ownerId, prepared: [first], received }: TurnParts & { ownerId: string },
): Promise<QuotaScopes | null> {
  if (first !== undefined) return { ownerId, link: first.link };
  if (!isVisit(ownerId)) return { ownerId, link: null };
  for (const upload of received) {
    const scopes = await scopesOf(tx, upload);
    if (scopes !== null) return scopes;
  }
  return null;
}

/** @throws 507, 413 */
async function mustAllowTurn(
  tx: Transaction<DB>,
  { settings: { waitingLimits, recordMaxBytes } }: IntakeParts,
  { scopes, prepared, received, now }: TurnParts & { scopes: QuotaScopes; now: Date },
): Promise<void> {
  const { ownerId, link } = scopes;
  const keys = prepared.map(({ key }) => key);
  const bytes = received.reduce((sum, { blob }) => sum + blob.sizeBytes, 0);
  const [waiting, known] = await Promise.all([
    waitingIn(tx, scopes),
    keys.length === 0 ? 0 : countKnown(tx, { ownerId, keys }, now),
  ]);
  mustHaveRoom(waiting, waitingLimits, { bytes, files: keys.length - known });
  // The record of an account's upload is known only at the transfer.
  if (link !== null && bytes > 0)
    await mustFitRecord(tx, link.recordId, { maxBytes: recordMaxBytes, addedBytes: bytes, by: 'visitor' });
}

/** @param isReceived as `receiveUploads` returns it. @throws 403 for an unknown upload, 409 after the transfer */
export function mustBeReceived(isReceived: boolean | undefined): void {
  if (isReceived === undefined) throw Errors.uploadAddressInvalid();
  if (!isReceived) throw Errors.uploadAlreadyStored();
}
