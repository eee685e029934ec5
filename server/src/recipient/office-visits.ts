import { createHash } from 'node:crypto';
import type { VisitGate } from '../access-check/index.ts';
import type { Visits } from '../office/index.ts';
import { recordPreview } from '../preview/index.ts';
import { Gate, identifyVisitor, type VisitorContext } from './gate.ts';
import { visitById } from './gate.queries.ts';
import { mustBeShared } from './shared-items.ts';
import { nameOf, recordView, type ViewDeps } from './views.ts';

/**
 * Checks the signed addresses and running transfers of visitors (GUARD-30): each check passes the gate again.
 */
export function createVisitGate(deps: Pick<ViewDeps, 'database'>): VisitGate {
  const gate = new Gate(deps);
  return {
    async rightsOfVisit(visitId, fileIds) {
      const visitor = await gate.enterByVisit(visitId);
      if (visitor === null) return null;
      await mustBeShared(deps.database.kysely, visitor, fileIds);
      return visitor.rights;
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
      const visitor = await gate.enterByVisit(visitId);
      if (visitor === null) return null;
      identifyVisitor(visitor.visit);
      await mustBeShared(deps.database.kysely, visitor, [fileId]);
      const { visit, rights } = visitor;
      return {
        visitId,
        recordId: visit.recordId,
        personId: personOf(visitor),
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

function personOf({ visit }: VisitorContext): string {
  if (visit.email === null) return visit.id;
  return createHash('sha256').update(`${visit.linkId} ${visit.email.toLowerCase()}`).digest('hex');
}
