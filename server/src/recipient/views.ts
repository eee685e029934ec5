import type { Transaction } from 'kysely';
import { announce } from '../events/index.ts';
import type { Opening } from '../history/index.ts';
import { Errors } from '../http/index.ts';
import { currentContext } from '../platform/actor/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';
import { type Throttle, TooManyAttempts } from '../throttle/index.ts';
import type { Visit } from './gate.queries.ts';
import { countView, hasAutomaticView, noteTransfer, touchLink } from './views.queries.ts';

/** A program that loads a page several times is one automatic view. */
const AUTOMATIC_MS = 60 * 60_000;

export interface ViewDeps {
  database: Database;
  clock: Clock;
  throttle: Throttle;
}

/** What a visitor does with a link. */
export interface View {
  action: 'View' | 'Preview' | 'Download' | 'Upload';
  /** identifies the transfer within the visit */
  transfer: string;
  /** true: a transfer that was recorded before adds no view; false: every call is a transfer */
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
 * @throws 401 when the visit has ended since the call was admitted
 * @throws TooManyAttempts for a preview when this network had too many of the link (GUARD-24)
 */
export async function recordView(
  { database, clock, throttle }: ViewDeps,
  visit: Visit,
  view: View,
  also: (tx: Transaction<DB>, opening: RecordedView) => Promise<void> = async () => {},
): Promise<void> {
  const at = clock.now();
  const accessor = { id: null, name: nameOf(visit) };
  await database.transaction(async (tx) => {
    const { isNew, viewId } = await addView(tx, visit, { ...view, at });
    if (!isNew) return;
    if (view.action === 'Preview') await countPreview(tx, throttle, visit);
    await also(tx, { accessor, at, viewId });
  });
}

async function countPreview(tx: Transaction<DB>, throttle: Throttle, { linkId }: Visit): Promise<void> {
  const kind = 'link-preview';
  const address = currentContext().clientAddress ?? '';
  const retryAt = await throttle.countIn(tx, { kind, link: linkId, address });
  if (retryAt !== null) throw new TooManyAttempts(kind, retryAt);
}

/**
 * Counts a view in the caller's transaction, which records its entries in the audit. More files of a submission that
 * was counted before belong to the same view.
 * @returns the id that the entries of the view share, and whether it is new
 * @throws 401 when the visit has ended since the call was admitted
 */
export async function addView(
  tx: Transaction<DB>,
  { id: visitId, recordId, linkId }: Visit,
  { action, transfer, once, at }: View & { at: Date },
): Promise<{ isNew: boolean; viewId: string }> {
  const viewId = newId('acc');
  const noted = await noteTransfer(tx, { recordId, visitId, action, subject: transfer }, viewId);
  if (noted === null) throw Errors.signInAgain();
  if (!noted.isNew && once) {
    if (action === 'Upload') {
      await touchLink(tx, { recordId, linkId, at });
      announce(tx, { recordId, type: 'links' });
    }
    return { isNew: false, viewId: noted.viewId ?? viewId };
  }
  await countView(tx, { recordId, linkId, at });
  announce(tx, { recordId, type: 'links' });
  return { isNew: true, viewId };
}

/**
 * AUDIT-06: lists a program that only opens the page of a link (previews of messengers, mail scanners) in the views as
 * 'Automatic'. It is not counted. The same network address is listed once an hour.
 * @returns the facts of the entry in the audit; none when the program is listed already
 */
export async function automaticView(
  tx: Transaction<DB>,
  { recordId, id }: { recordId: string; id: string },
  { address, at }: { address: string; at: Date },
): Promise<{ viewId?: string; isAutomatic?: true }> {
  const since = new Date(at.getTime() - AUTOMATIC_MS);
  if (await hasAutomaticView(tx, id, { address, since })) return {};
  announce(tx, { recordId, type: 'links' });
  return { viewId: newId('acc'), isAutomatic: true };
}
