import type { Transaction } from 'kysely';
import { announce } from '../events/index.ts';
import { extendAccess, recordAccess } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import type { Visit } from './gate.queries.ts';
import { countView, noteTransfer, setAccessOfTransfer, touchLink } from './views.queries.ts';

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

/** True when a program only opened the link. Every other action counts as one of a person, with any user agent. */
const isAutomatic = ({ isBot }: Visit, { action }: Pick<View, 'action'>): boolean =>
  isBot && action === 'View';

/** The name of a visitor in lists (contract 10.8). */
export const nameOf = ({ email }: Pick<Visit, 'email'>): string => email ?? 'Public';

/**
 * LINKVIEWS-06, USE-13: records a view before its bytes are sent: one for each opening, preview, download and
 * submission. A program that only opens the link is recorded separately and not counted.
 * @param also runs in the same transaction, except for a repeated transfer and for an opening by a program
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
    if (isNew && !isAutomatic(visit, view)) await also(tx, at);
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
  const isHidden = isAutomatic(visit, { action });
  const kind = isHidden ? 'Link_Bot_View' : 'Link_View';
  const [added = ''] = await recordAccess(tx, [
    {
      recordId,
      kind,
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
  if (isHidden) return true;
  await countView(tx, { recordId, linkId, at });
  announce(tx, { recordId, type: 'links' });
  return true;
}
