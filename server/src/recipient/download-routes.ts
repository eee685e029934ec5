import { contract, formatBytes } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  countDownload,
  downloadOf,
  issueTicket,
  mustFindTicket,
  send,
  sentContentsOf,
} from '../download/index.ts';
import { serveGuarded } from '../http/index.ts';
import type { Gate, VisitorContext } from './gate.ts';
import type { VisitorDeps } from './deps.ts';
import { freezeShared, measureShared, sendingOf } from './shared-download.ts';
import { mustBeShared } from './shared-items.ts';
import { nameOf } from './views.ts';

const { recipient } = contract;
const TICKET_PATH = `${recipient.landing.path}/download-ticket/`;

const ownerOf = ({ visit, link }: VisitorContext) => ({
  holder: { visitId: visit.id },
  name: nameOf(visit),
  linkId: link.id,
});

/** Registers the calls C46, C47, C65 and the signed addresses of C65. */
export function downloadRoutes(
  app: FastifyInstance,
  { deps, gate }: { deps: VisitorDeps; gate: Gate },
): void {
  const guard = gate.forVisitor('download');

  serveGuarded(app, recipient.downloadSize, guard, async ({ visitor, body }) => {
    const { files, bytes } = await measureShared(deps, visitor, body);
    return { count: files, size: bytes, fileSize: formatBytes(bytes) };
  });

  serveGuarded(app, recipient.download, guard, async ({ visitor, reply, body }) => {
    const frozen = await freezeShared(deps, visitor, body);
    await countDownload(deps, ownerOf(visitor), frozen);
    const sending = sendingOf(deps, visitor, { frozen, ticket: null });
    return send(reply, sending.download, sending.options);
  });

  serveGuarded(app, recipient.downloadTicket, guard, async ({ visitor, body, params }) => {
    const frozen = await freezeShared(deps, visitor, body);
    const ticket = await issueTicket(deps, ownerOf(visitor), frozen, 'visitor-download');
    const { fileName, layout } = downloadOf(frozen);
    const path = TICKET_PATH.replace(':token', params.token);
    return { url: `${app.vaultOrigin()}${path}${ticket}`, name: fileName, size: layout.sizeBytes };
  });

  app.get<{ Params: { token: string; ticket: string } }>(
    `${TICKET_PATH}:ticket`,
    {
      schema: {
        tags: ['recipient'],
        summary: 'The bytes behind an address of C65; passes the gate again, answers Range and HEAD',
        params: z.object({ token: z.string(), ticket: z.string() }),
      },
    },
    async (request, reply) => {
      const ticket = await mustFindTicket(deps, request.params.ticket, 'visitor-download');
      const visitor = await gate.enterBySignature(request, 'download', ticket.accessor.id);
      const fileIds = sentContentsOf(ticket.download).map(({ fileId }) => fileId);
      await mustBeShared(deps.database.kysely, visitor.link, fileIds);
      const sending = sendingOf(deps, visitor, {
        frozen: ticket.download,
        ticket: request.params.ticket,
      });
      return send(reply, sending.download, sending.options);
    },
  );
}
