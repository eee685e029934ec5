import type { Transaction } from 'kysely';
import { deleteInfected, intactCopies, keepContent, orRelease } from '../blobs/index.ts';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { wantTexts } from '../search/index.ts';
import { type PutFile as PutResult, putFiles } from '../tree/index.ts';
import { announcedLength, storeBody, verdictOn } from '../upload/index.ts';
import { type Actor, actorOf } from './actor.ts';
import type { WopiCall } from './call.ts';
import { grantById } from './grants.queries.ts';
import type { OfficeDeps } from './deps.ts';
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
 * @throws 413, 400 for a body that is cut, 422 for a virus, 503 when it cannot be scanned or stored, and as `actorOf` for somebody
 *   who has left, or lost the right, meanwhile
 */
export async function saveBytes(
  deps: OfficeDeps,
  { request: { raw }, actor, grant, action }: WopiCall,
  { mustBeAllowed, choose }: Saving,
): Promise<PutResult & { name: string }> {
  const { database, scanner, clock } = deps;
  const stored = await storeBody(deps, raw, announcedLength(raw));
  return orRelease(deps, [stored.key], async () => {
    const verdict = await verdictOn(deps, stored);
    if (verdict.status === 'VIRUS') {
      await deleteInfected(deps, [stored.key]);
      throw Errors.infected();
    }
    if (verdict.status !== 'PASS') throw Refusals.notScanned();
    // Another token may have it by now: of the next sign-in, or one that has ended.
    const present = await grantById(database.kysely, grant.id);
    if (present === null) throw Refusals.badToken();
    mustBeAllowed({ actor: await actorOf(deps, present, action) });
    const intactKeys = await intactCopies(deps, [stored.sha256]);
    return database.transaction(async (tx) => {
      const chosen = await choose(tx, stored.sizeBytes);
      const now = clock.now();
      const blobId = await keepContent(tx, { blob: stored, intactKeys, now });
      const file = { ...chosen, blobId, sizeBytes: stored.sizeBytes, scannedBy: scanner.name };
      await wantTexts(tx, chosen.recordId, [file]);
      const [put] = await putFiles(tx, {
        recordId: chosen.recordId,
        files: [file],
        change: { by: actor.by, at: now },
        // of new files; one that is there keeps its own
        attributes: { shareToClient: true, category: 'Other', asOfDate: null },
      });
      if (put === undefined) throw new Error('The saved bytes got no file');
      return { ...put, name: chosen.name };
    });
  });
}
