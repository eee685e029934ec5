import type { HandInDetail, Paged, UploadReceiptEntry } from '@vault/contract';
import type { TransferInto } from '../upload/index.ts';
import { newId } from '../platform/ids.ts';
import type { Database } from '../platform/database/index.ts';
import type { Entrance } from './gate.ts';
import { type Giver, listHandedIn, sameBytesByKey } from './hand-in.queries.ts';
import { tellHandedInLater } from './notices.ts';
import type { VisitorParts } from './parts.ts';
import { placingOf } from './place-hand-in.ts';
import { addView, nameOf } from './views.ts';

export interface HandInCall {
  keys: readonly string[];
  address: string;
  /** the same for all calls of one hand-in, which is one view (USE-13); without it each call is one */
  batch?: string | undefined;
  /** of the upload area */
  transferInto: TransferInto;
}

const giverOf = ({ visit }: Pick<Entrance, 'visit'>): Giver => ({
  recordId: visit.recordId,
  linkId: visit.linkId,
  visitId: visit.id,
  email: visit.email?.toLowerCase() ?? null,
});

/**
 * C52: puts scanned uploads of a visit into the folder of its request. The answer depends on nothing that others put
 * there (T-82): it names no name that was chosen because another one exists.
 * @returns for each key a code, and the earlier file of the visit with the same bytes (USE-07)
 */
export async function handIn(
  parts: VisitorParts,
  entrance: Entrance,
  { keys, address, batch = newId('bat'), transferInto }: HandInCall,
): Promise<HandInDetail[]> {
  const { link, targets, visit } = entrance;
  const [folder] = targets;
  const details = await transferInto(link.recordId, {
    folderId: folder?.id ?? '',
    keys,
    owner: { id: visit.id, name: nameOf(visit) },
    attributes: { shareToClient: true, category: 'Other', asOfDate: null },
    placing: placingOf({
      giver: giverOf(entrance),
      batch,
      onStored: async (tx, fileNames, at) => {
        await addView(tx, visit, { action: 'Upload', fileNames, address, transfer: batch, once: true, at });
      },
    }),
  });
  if (details.some(({ code }) => code === 200)) {
    await parts.database.transaction((tx) => tellHandedInLater(tx, visit.id, parts.clock.now()));
  }
  const same = await sameBytesByKey(parts.database.kysely, visit.id, keys);
  return details.map((detail) => {
    const sameAs = same.get(detail.fileKey);
    return sameAs === undefined ? detail : { ...detail, sameAs };
  });
}

/**
 * C64: what a visitor has handed in. A proven address gets what it handed in on all of its visits of the link, for as
 * long as the link exists (USE-15).
 */
export async function receiptOf(
  { kysely }: Database,
  entrance: Pick<Entrance, 'visit'>,
  { page, size }: { page: number; size: number },
): Promise<Paged<UploadReceiptEntry>> {
  const { rows, total } = await listHandedIn(kysely, giverOf(entrance), { offset: page * size, limit: size });
  const content = rows.map(({ name, sizeBytes, sha256, receivedAt, isThisVisit }) => ({
    name,
    size: sizeBytes,
    sha256: sha256.toString('hex'),
    receivedAt: receivedAt.toISOString(),
    isThisVisit,
  }));
  return { content, totalElements: total, numberOfElements: content.length };
}
