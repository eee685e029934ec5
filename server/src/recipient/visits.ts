import { createHash } from 'node:crypto';
import { recordPreview } from '../preview/index.ts';
import { type Entrance, Gate } from './gate.ts';
import { visitById } from './gate.queries.ts';
import { mustBeShared } from './shared-items.ts';
import { nameOf, recordView, type ViewParts } from './views.ts';

/** Somebody behind a link who works with a shared file in another program. */
export interface WorkingVisitor {
  visitId: string;
  recordId: string;
  /** the same for everything that one recipient does behind this link, of letters and digits */
  personId: string;
  name: string;
  allowEdit: boolean;
  allowDownload: boolean;
}

/**
 * The gate for the calls that another program makes for a visitor: each of them passes it anew, by the visit that it
 * was begun with.
 */
export function createVisits(parts: ViewParts) {
  const gate = new Gate(parts);
  return {
    /**
     * @returns null when the visit has ended, or its link does not open any more
     * @throws E4 when the file is not live, or not shared by the link
     */
    async enter(visitId: string, fileId: string): Promise<WorkingVisitor | null> {
      const entrance = await gate.enterByVisit(visitId);
      if (entrance === null) return null;
      await mustBeShared(parts.database.kysely, entrance, [fileId]);
      const { visit, link } = entrance;
      return {
        visitId,
        recordId: visit.recordId,
        personId: personOf(entrance),
        name: nameOf(visit),
        allowEdit: link.kind === 'SHARE' && link.allowEdit,
        allowDownload: link.allowDownload,
      };
    },

    /** Records that a visitor looks at a file: once for each visit. */
    async recordLook(
      visitId: string,
      version: { recordId: string; fileId: string; versionId: string },
      address: string,
    ): Promise<void> {
      const visit = await visitById(parts.database.kysely, visitId);
      if (visit === null) return;
      await recordView(parts, visit, { action: 'Preview', subject: version.fileId, address }, (tx, at) =>
        recordPreview(tx, version, { caller: { id: null, name: nameOf(visit) }, address, at }),
      );
    },
  };
}

function personOf({ visit }: Entrance): string {
  if (visit.email === null) return visit.id;
  return createHash('sha256').update(`${visit.linkId} ${visit.email.toLowerCase()}`).digest('hex');
}
