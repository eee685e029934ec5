import type { Transaction } from 'kysely';
import { Errors, VaultError } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { wantTexts } from '../search/index.ts';
import { type PutFile as PutResult, putFiles } from '../tree/index.ts';
import { announcedLength, discard, keepBlob, storeBody, verdictOn } from '../upload/index.ts';
import { type Actor, actorOf } from './actor.ts';
import type { WopiCall } from './call.ts';
import { grantById } from './grants.queries.ts';
import type { OfficeParts } from './parts.ts';
import { Refusals } from './refusal.ts';

/** Where bytes go: a name in a live folder. A file of that name there gets a new version. */
export interface Target {
  recordId: string;
  folderId: string;
  name: string;
}

interface Saving {
  /** throws for somebody who may not do it: asked again when the body is there, which can take long */
  mustBeAllowed: (call: { actor: Actor }) => void;
  /** holds the record's lock when it returns; what it throws is the answer */
  choose: (tx: Transaction<DB>, sizeBytes: number) => Promise<Target>;
}

/**
 * Takes the body of a request as a version of a file: stored, scanned, and then put where `choose` says, in one
 * transaction. When it is refused, or the body is cut, nothing is kept and nothing has changed.
 * @throws 413, 400 for a body that is cut, 422 for a virus, 503 when it cannot be scanned, and as `actorOf` for somebody
 *   who has left, or lost the right, meanwhile
 */
export async function saveBytes(
  parts: OfficeParts,
  { request: { raw }, actor, grant, action }: WopiCall,
  { mustBeAllowed, choose }: Saving,
): Promise<PutResult & { name: string }> {
  const { database, blobs, scanner, clock } = parts;
  const stored = await storeBody(parts, raw, announcedLength(raw));
  try {
    const verdict = await verdictOn(parts, { storageKey: stored.key, sizeBytes: stored.sizeBytes });
    if (verdict.status !== 'PASS')
      throw verdict.status === 'VIRUS' ? Errors.infected() : Refusals.notScanned();
    if ((await grantById(database.kysely, grant.id)) === null) throw Refusals.badToken();
    mustBeAllowed({ actor: await actorOf(parts, grant, action) });
    const { put, superfluous, target } = await database.transaction(async (tx) => {
      const chosen = await choose(tx, stored.sizeBytes);
      const now = clock.now();
      const kept = await keepBlob(tx, stored, now);
      const file = { ...chosen, blobId: kept.blobId, sizeBytes: stored.sizeBytes, scannedBy: scanner.name };
      await wantTexts(tx, chosen.recordId, [file]);
      const [result] = await putFiles(tx, {
        recordId: chosen.recordId,
        files: [file],
        change: { by: actor.by, at: now },
        // of new files; one that is there keeps its own
        attributes: { shareToClient: true, category: 'Other', asOfDate: null },
      });
      if (result === undefined) throw new Error('The bytes went nowhere');
      return { put: result, superfluous: kept.superfluous, target: chosen };
    });
    await discard(parts, superfluous);
    return { ...put, name: target.name };
  } catch (error) {
    // After a refusal nothing names the bytes. After a lost connection nobody knows: the sweeper will find out.
    if (error instanceof VaultError) await blobs.remove(stored.key);
    throw error;
  }
}
