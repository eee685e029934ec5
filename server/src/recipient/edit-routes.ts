import { contract, type PreviewKind } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { namedRecords, serveGuarded } from '../http/index.ts';
import { officeOnlineAddress } from '../preview/index.ts';
import type { Gate } from './gate.ts';
import type { VisitorDeps } from './deps.ts';
import { viewedFile } from './send-preview.ts';

const { recipient } = contract;
const EDITED_KINDS: readonly PreviewKind[] = ['txt', 'image', 'pdf', 'office'];
/** The rights of a visitor behind a link that allows editing. */
const EDITOR = {
  read: true,
  create: false,
  edit: true,
  download: false,
  share: false,
  noExp: false,
  admin: false,
  audit: false,
};

/** Registers the call C49. */
export function editRoutes(app: FastifyInstance, { deps, gate }: { deps: VisitorDeps; gate: Gate }): void {
  serveGuarded(app, recipient.editAddress, gate.forVisitor('edit'), async ({ visitor, params }) => {
    const { version } = await viewedFile(deps.database, visitor, params.externalId, EDITED_KINDS);
    const caller = { records: namedRecords([visitor.link.recordId]), abilities: EDITOR };
    return officeOnlineAddress(deps, caller, {
      fileId: version.fileId,
      action: 'edit',
      opener: { visitId: visitor.visit.id, allowDownload: visitor.rights.includes('download') },
      origin: app.vaultOrigin(),
    });
  });
}
