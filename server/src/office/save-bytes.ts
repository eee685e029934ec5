import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { deleteInfected, intactCopies, storeContent, orRelease } from '../blobs/index.ts';
import { Errors } from '../http/index.ts';
import { currentSender } from '../platform/actor/index.ts';
import type { DB } from '../platform/database/index.ts';
import { queueTexts } from '../search/index.ts';
import { keepSessionOpen } from '../session/index.ts';
import { foldersById, type PutFile as PutResult, putFiles, withinRecordSize } from '../tree/index.ts';
import { announcedLength, storeBody, scanStoredBytes } from '../upload/index.ts';
import { type Actor, actorOf } from './actor.ts';
import type { WopiCall } from './call.ts';
import { grantById } from './grants.queries.ts';
import type { OfficeDeps } from './deps.ts';
import { Refusals } from './refusal.ts';

/** The target of the bytes: a name in a live folder. An existing file of that name gets a new version. */
export interface Target {
  recordId: string;
  folderId: string;
  name: string;
}

interface Saving {
  /** throws without the right; called again after the body is received, because that can take long */
  mustBeAllowed: (call: { actor: Actor }) => void;
  /** chooses the target and holds the record's lock when it returns; its error is the reply */
  choose: (tx: Transaction<DB>, sizeBytes: number) => Promise<Target>;
}

/**
 * Stores the body of a request as a version of a file: receives and scans it, and then adds it to the target of
 * `choose`, in one transaction. A refused or aborted body leaves no blob and changes nothing.
 * @throws 413, 400 for an aborted body, 422 for a virus, 503 when it cannot be scanned or stored, and as `actorOf` when
 * the session ended or the permission was withdrawn since the start of the call; 507 when the record is full
 */
export async function saveBytes(
  deps: OfficeDeps,
  { request: { raw }, actor, grant, action }: WopiCall,
  { mustBeAllowed, choose }: Saving,
): Promise<PutResult & { name: string }> {
  const { database, scanner, clock } = deps;
  const stored = await storeBody(deps, raw, { contentLength: announcedLength(raw) });
  return orRelease(deps, [stored.key], async () => {
    const verdict = await scanStoredBytes(deps, stored, { id: grant.fileId, sender: currentSender() });
    if (verdict.status === 'VIRUS') {
      await deleteInfected(deps, [stored.key]);
      throw Errors.infected();
    }
    if (verdict.status !== 'PASS') throw Refusals.notScanned();
    // The grant can belong to another token now: the person may have signed in again, or signed out.
    const present = await grantById(database.kysely, grant.id);
    if (present === null) throw Refusals.badToken();
    mustBeAllowed({ actor: await actorOf(deps, present, action) });
    if (present.isSession === true && present.tokenHash !== null) {
      await keepSessionOpen(deps, present.tokenHash);
    }
    const intactKeys = await intactCopies(deps, [stored.sha256]);
    return database.transaction(async (tx) => {
      const chosen = await choose(tx, stored.sizeBytes);
      const now = clock.now();
      const blobId = await storeContent(tx, { blob: stored, intactKeys, now });
      const file = { ...chosen, blobId, sizeBytes: stored.sizeBytes, scannedBy: scanner.name };
      await queueTexts(tx, chosen.recordId, [file]);
      const size = {
        recordId: chosen.recordId,
        maxBytes: deps.settings.recordMaxBytes,
        by: 'person',
      } as const;
      const [put] = await withinRecordSize(tx, size, () =>
        putFiles(tx, {
          recordId: chosen.recordId,
          files: [file],
          change: { by: actor.by, at: now },
          // attributes of a new file; an existing file keeps its own
          attributes: { shareToClient: true, category: 'Other', asOfDate: null },
        }),
      );
      if (put === undefined) throw new Error('The saved bytes have no file');
      const folder = (await foldersById(tx, chosen.recordId, [chosen.folderId])).get(chosen.folderId);
      await recordAudit(tx, {
        action: 'office.save',
        recordId: chosen.recordId,
        object: { kind: 'file', id: put.fileId, name: chosen.name, path: folder?.path ?? '' },
        details: { versionId: put.versionId, bytes: stored.sizeBytes },
      });
      return { ...put, name: chosen.name };
    });
  });
}
