import type { Paged, TransferDetail, UploadReceiptEntry } from '@vault/contract';
import type { TransferInto } from '../upload/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Entrance } from './gate.ts';
import { listHandedIn } from './notices.queries.ts';
import { tellHandedInLater } from './notices.ts';
import type { VisitorParts } from './parts.ts';
import { nameOf, recordView } from './views.ts';

/**
 * C52: puts scanned uploads of a visit into the folder of its request. Nothing of what lies there is told.
 * @param transferInto of the upload area
 * @returns a code for each key
 */
export async function handIn(
  parts: VisitorParts,
  { link, targets, visit }: Entrance,
  { keys, address, transferInto }: { keys: readonly string[]; address: string; transferInto: TransferInto },
): Promise<TransferDetail[]> {
  const [folder] = targets;
  const details = await transferInto(link.recordId, {
    folderId: folder?.id ?? '',
    keys,
    owner: { id: visit.id, name: nameOf(visit) },
    attributes: { shareToClient: true, category: 'Other', asOfDate: null },
  });
  if (details.some(({ code }) => code === 200)) {
    await recordView(parts, visit, { action: 'Upload', subject: '', address });
    await parts.database.transaction((tx) => tellHandedInLater(tx, visit.id, parts.clock.now()));
  }
  return details;
}

/** C64: what a visit has handed in, for its receipt. */
export async function receiptOf(
  { kysely }: Database,
  { visit }: Pick<Entrance, 'visit'>,
  { page, size }: { page: number; size: number },
): Promise<Paged<UploadReceiptEntry>> {
  const { rows, total } = await listHandedIn(kysely, visit.id, { offset: page * size, limit: size });
  const content = rows.map(({ name, sizeBytes, sha256, receivedAt }) => ({
    name,
    size: sizeBytes,
    sha256: sha256.toString('hex'),
    receivedAt: receivedAt.toISOString(),
  }));
  return { content, totalElements: total, numberOfElements: content.length };
}
