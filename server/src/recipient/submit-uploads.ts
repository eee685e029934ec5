import {
  giverProblem,
  type SubmissionDetail,
  normalizeGiver,
  type Paged,
  type UploadReceiptEntry,
} from '@vault/contract';
import { Errors } from '../http/index.ts';
import type { TransferInto } from '../upload/index.ts';
import { newId } from '../platform/ids.ts';
import type { Database } from '../platform/database/index.ts';
import type { VisitorContext } from './gate.ts';
import { type Giver, listSubmittedFiles, sameBytesByKey } from './submission.queries.ts';
import { scheduleSubmissionNotice } from './notices.ts';
import type { VisitorDeps } from './deps.ts';
import { submissionPlacement } from './place-submission.ts';
import { addView, nameOf } from './views.ts';

export interface SubmissionCall {
  keys: readonly string[];
  /** the same for all calls of one submission, which is one view (USE-13); without it each call is a submission */
  batch?: string | undefined;
  /** the name or e-mail address that the visitor typed (USE-47) */
  givenAs?: string | undefined;
  /** the transfer of the upload area */
  transferInto: TransferInto;
}

const giverOf = ({ visit }: Pick<VisitorContext, 'visit'>): Giver => ({
  recordId: visit.recordId,
  linkId: visit.linkId,
  visitId: visit.giverId,
  email: visit.email?.toLowerCase() ?? null,
});

/**
 * USE-47: returns the name or address to record with a submission. The visitor typed it; it is not verified.
 * @returns null when the link does not require one, and for a verified address
 * @throws 400 for a missing name, or one that is not allowed
 */
function statedGiver({ link, visit }: VisitorContext, givenAs = ''): string | null {
  if (!link.askGiver || visit.email !== null) return null;
  const name = normalizeGiver(givenAs);
  const problem = giverProblem(name);
  if (problem !== null) throw Errors.badGiver(problem);
  return name;
}

/**
 * C52: transfers scanned uploads of a visit into the folder of its request. The reply does not reveal files of other
 * givers (T-82): when a file gets a number because its name exists, the reply does not contain that name.
 * @returns for each key a code, and the earlier file of the visit with the same bytes (USE-07)
 * @throws 400 when the link requires a name or an address and the visitor gives no valid one (USE-47)
 */
export async function submitUploads(
  deps: VisitorDeps,
  visitor: VisitorContext,
  { keys, batch = newId('bat'), givenAs: typed, transferInto }: SubmissionCall,
): Promise<SubmissionDetail[]> {
  const { link, targets, visit } = visitor;
  const givenAs = statedGiver(visitor, typed);
  const giver = giverOf(visitor);
  const [folder] = targets;
  const details = await transferInto(link.recordId, {
    folderId: folder?.id ?? '',
    keys,
    owner: { id: visit.id, name: nameOf(visit) },
    attributes: { shareToClient: true, category: 'Other', asOfDate: null },
    placing: submissionPlacement({
      giver: { ...giver, givenAs },
      batch,
      onStored: async (tx, at) => {
        await scheduleSubmissionNotice(tx, giver.visitId, at);
        const view = { action: 'Upload', transfer: batch, once: true } as const;
        return (await addView(tx, visit, { ...view, at })).viewId;
      },
    }),
  });
  const same = await sameBytesByKey(deps.database.kysely, giver, keys);
  return details.map((detail) => {
    const sameAs = same.get(detail.fileKey);
    return sameAs === undefined ? detail : { ...detail, sameAs };
  });
}

/**
 * C64: the files that a visitor has submitted. A verified address gets the files of all its visits of the link, for as
 * long as the link exists (USE-15).
 */
export async function receiptOf(
  { kysely }: Database,
  visitor: Pick<VisitorContext, 'visit'>,
  { page, size }: { page: number; size: number },
): Promise<Paged<UploadReceiptEntry>> {
  const { rows, total } = await listSubmittedFiles(kysely, giverOf(visitor), {
    offset: page * size,
    limit: size,
  });
  const content = rows.map(({ name, sizeBytes, sha256, receivedAt, isThisVisit }) => ({
    name,
    size: sizeBytes,
    sha256: sha256.toString('hex'),
    receivedAt: receivedAt.toISOString(),
    isThisVisit,
  }));
  return { content, totalElements: total, numberOfElements: content.length };
}
