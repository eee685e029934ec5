import type { Transaction } from 'kysely';
import { announce } from '../events/index.ts';
import { extendAccess, type Opening, recordAccess } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import type { Visit } from './gate.queries.ts';
import {
  AUTOMATIC,
  countView,
  hasAutomaticView,
  noteTransfer,
  setAccessOfTransfer,
  touchLink,
} from './views.queries.ts';

/** A program that loads a page several times is one automatic view. */
const AUTOMATIC_MS = 60 * 60_000;

export interface ViewDeps {
  database: Database;
  clock: Clock;
}

/** What a visitor does with a link, and with which files. */
export interface View {
  action: 'View' | 'Preview' | 'Download' | 'Upload';
  /** names of the files; empty for the link itself */
  fileNames: readonly string[];
  address: string;
  /** the name or address that the visitor typed (USE-47) */
  givenAs?: string | null;
  /** identifies the transfer within the visit */
  transfer: string;
  /** true: a transfer that was recorded before adds no record; false: every call is a transfer */
  once: boolean;
}

/** The visitor, and the id that the entries of one view share in the audit. */
type RecordedView = Required<Opening>;

/** The name of a visitor in lists (contract 10.8). */
export const nameOf = ({ email }: Pick<Visit, 'email'>): string => email ?? 'Public';

/**
 * LINKVIEWS-06, USE-13, AUDIT-06: records a view before its bytes are sent: one for each opening, preview, download and
 * submission, whatever the user agent is.
 * @param also runs in the same transaction, except for a repeated transfer
 */
export async function recordView(
  { database, clock }: ViewDeps,
  visit: Visit,
  view: View,
  also: (tx: Transaction<DB>, opening: RecordedView) => Promise<void> = async () => {},
): Promise<void> {
  const at = clock.now();
  const { address } = view;
  const accessor = { id: null, name: nameOf(visit) };
  await database.transaction(async (tx) => {
    const { isNew, viewId } = await addView(tx, visit, { ...view, at });
    if (isNew) await also(tx, { accessor, address, at, viewId });
  });
}

/**
 * Records a view in the caller's transaction. A submission that was recorded before gets the additional files.
 * @returns its id, which its entries in the audit share, and whether it is new
 */
export async function addView(
  tx: Transaction<DB>,
  visit: Visit,
  { action, fileNames, address, transfer, once, at, givenAs = null }: View & { at: Date },
): Promise<{ isNew: boolean; viewId: string }> {
  const { recordId, linkId } = visit;
  const noted = { visitId: visit.id, action, subject: transfer };
  const { isNew, accessId } = await noteTransfer(tx, noted);
  if (!isNew && once) {
    if (action !== 'Upload' || accessId === null) return { isNew: false, viewId: accessId ?? '' };
    await extendAccess(tx, { recordId, id: accessId }, { fileNames, at });
    await touchLink(tx, { recordId, linkId, at });
    announce(tx, { recordId, type: 'links' });
    return { isNew: false, viewId: accessId };
  }
  const accessor = { id: null, name: nameOf(visit) };
  const [added = ''] = await recordAccess(tx, [
    {
      recordId,
      kind: 'Link_View',
      relationId: linkId,
      content: action,
      versionId: null,
      accessor,
      address,
      at,
      fileNames,
      givenAs,
    },
  ]);
  await setAccessOfTransfer(tx, noted, added);
  await countView(tx, { recordId, linkId, at });
  announce(tx, { recordId, type: 'links' });
  return { isNew: true, viewId: added };
}

/**
 * AUDIT-06: lists a program that only opens the page of a link (previews of messengers, mail scanners) in the views as
 * 'Automatic'. It is not counted. The same network address is listed once an hour.
 * @returns the facts of the entry in the audit; none when the program is listed already
 */
export async function automaticView(
  tx: Transaction<DB>,
  link: { recordId: string; id: string },
  { address, at }: { address: string; at: Date },
): Promise<{ viewId?: string; isAutomatic?: true }> {
  const since = new Date(at.getTime() - AUTOMATIC_MS);
  if (await hasAutomaticView(tx, link, { address, since })) return {};
  const { recordId, id: relationId } = link;
  const accessor = { id: null, name: 'Public' };
  const content = AUTOMATIC;
  const [viewId = ''] = await recordAccess(tx, [
    { recordId, kind: 'Link_View', relationId, content, versionId: null, accessor, address, at },
  ]);
  announce(tx, { recordId, type: 'links' });
  return { viewId, isAutomatic: true };
}
