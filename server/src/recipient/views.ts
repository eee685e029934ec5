import type { Transaction } from 'kysely';
import { announce } from '../events/index.ts';
import { extendAccess, recordAccess } from '../history/index.ts';
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
  also: (tx: Transaction<DB>, at: Date) => Promise<void> = async () => {},
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (tx) => {
    const isNew = await addView(tx, visit, { ...view, at });
    if (isNew) await also(tx, at);
  });
}

/**
 * Records a view in the caller's transaction. A submission that was recorded before gets the additional files.
 * @returns whether a record was added
 */
export async function addView(
  tx: Transaction<DB>,
  visit: Visit,
  { action, fileNames, address, transfer, once, at, givenAs = null }: View & { at: Date },
): Promise<boolean> {
  const { recordId, linkId } = visit;
  const noted = { visitId: visit.id, action, subject: transfer };
  const { isNew, accessId } = await noteTransfer(tx, noted);
  if (!isNew && once) {
    if (action !== 'Upload' || accessId === null) return false;
    await extendAccess(tx, { recordId, id: accessId }, { fileNames, at });
    await touchLink(tx, { recordId, linkId, at });
    announce(tx, { recordId, type: 'links' });
    return false;
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
  return true;
}

/**
 * AUDIT-06: lists a program that only opens the page of a link (previews of messengers, mail scanners) in the views as
 * 'Automatic'. It is not counted. The same network address is listed once an hour.
 */
export async function recordAutomaticView(
  { database, clock }: ViewDeps,
  link: { recordId: string; id: string },
  address: string,
): Promise<void> {
  const at = clock.now();
  const since = new Date(at.getTime() - AUTOMATIC_MS);
  await database.transaction(async (tx) => {
    if (await hasAutomaticView(tx, link, { address, since })) return;
    const { recordId, id: relationId } = link;
    const accessor = { id: null, name: 'Public' };
    const content = AUTOMATIC;
    await recordAccess(tx, [
      { recordId, kind: 'Link_View', relationId, content, versionId: null, accessor, address, at },
    ]);
    announce(tx, { recordId, type: 'links' });
  });
}
