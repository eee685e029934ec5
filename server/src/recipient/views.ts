import type { Kysely } from 'kysely';
import { announce } from '../events/index.ts';
import { recordAccess } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import type { Visit } from './gate.queries.ts';
import { countView, noteAction } from './views.queries.ts';

export interface ViewParts {
  database: Database;
  clock: Clock;
}

/** What a visitor does, and with what: one view for each action and thing of a visit. */
export interface Deeds {
  action: 'View' | 'Preview' | 'Download' | 'Upload';
  /** '' where it is the link itself */
  subject: string;
  address: string;
}

/** How a visitor is called in lists (contract 9.8). */
export const nameOf = ({ email }: Pick<Visit, 'email'>): string => email ?? 'Public';

/**
 * LINKVIEWS-06: records a view before its bytes leave. Programs are recorded apart and not counted.
 * @param also what belongs to it, in the same transaction; not for a repetition and not for programs
 */
export async function recordView(
  { database, clock }: ViewParts,
  visit: Visit,
  { action, subject, address }: Deeds,
  also: (tx: Kysely<DB>, at: Date) => Promise<void> = async () => {},
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (tx) => {
    if (!(await noteAction(tx, { visitId: visit.id, action, subject }))) return;
    await recordAccess(tx, [
      {
        recordId: visit.recordId,
        kind: visit.isMachine ? 'Link_Machine_View' : 'Link_View',
        relationId: visit.linkId,
        content: action,
        versionId: null,
        accessor: { id: null, name: nameOf(visit) },
        address,
        at,
      },
    ]);
    if (visit.isMachine) return;
    await countView(tx, { ...visit, at });
    announce(tx, { recordId: visit.recordId, type: 'links' });
    await also(tx, at);
  });
}
