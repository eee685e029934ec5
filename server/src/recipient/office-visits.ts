import { createHash } from 'node:crypto';
import type { VisitGate } from '../access-check/index.ts';
import type { Visits } from '../office/index.ts';
import { recordPreview } from '../preview/index.ts';
import { Gate, identifyVisitor } from './gate.ts';
import { type Visit, visitById } from './gate.queries.ts';
import { mustBeShared } from './shared-items.ts';
import { nameOf, recordView, type ViewDeps } from './views.ts';

/**
 * Checks the signed addresses and running transfers of visitors (GUARD-30): each check passes the gate again.
 */
export function createVisitGate(deps: Pick<ViewDeps, 'database'>): VisitGate {
  const gate = new Gate(deps);
  return {
    async rightsOfVisit(visitId, fileIds) {
      if (fileIds.length === 0) return (await gate.enterByVisit(visitId))?.rights ?? null;
      const open = await gate.openByVisit(visitId);
      if (open === null) return null;
      await mustBeShared(deps.database.kysely, open.link, fileIds);
      return open.rights;
    },
  };
}

/**
 * Checks the calls that an office service makes for a visitor. Each call passes the gate again, with the visit in which
 * the window was opened.
 */
export function createVisits(deps: ViewDeps): Visits {
  const gate = new Gate(deps);
  return {
    async enter(visitId, fileId) {
      const open = await gate.openByVisit(visitId);
      if (open === null) return null;
      const { visit, rights } = open;
      identifyVisitor(visit);
      await mustBeShared(deps.database.kysely, open.link, [fileId]);
      return {
        visitId,
        recordId: visit.recordId,
        personId: personOf(visit),
        name: nameOf(visit),
        allowEdit: rights.includes('edit'),
        allowDownload: rights.includes('download'),
      };
    },

    async recordView(visitId, version) {
      const visit = await visitById(deps.database.kysely, visitId);
      if (visit === null) return;
      const shown = { action: 'Preview', transfer: version.fileId, once: false } as const;
      await recordView(deps, visit, shown, (tx, view) =>
        recordPreview(tx, version, { ...view, action: 'office.open' }),
      );
    },
  };
}

function personOf(visit: Visit): string {
  if (visit.email === null) return visit.id;
  return createHash('sha256').update(`${visit.linkId} ${visit.email.toLowerCase()}`).digest('hex');
}
