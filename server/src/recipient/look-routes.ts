import { contract, formatBytes } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { downloadOf, issueTicket, mustFindTicket, send } from '../download/index.ts';
import { serve } from '../http/index.ts';
import { officeOnlineAddress } from '../preview/index.ts';
import type { Gate } from './gate.ts';
import type { VisitorParts } from './parts.ts';
import { holderOf, sendPlayed, sendPreview, signedPreview, viewedFile, Viewer } from './look.ts';
import { listShared } from './shared-items.ts';
import { measure, sendingOf, takeAway } from './take-away.ts';
import { nameOf } from './views.ts';

const { recipient } = contract;
const TICKET_PATH = `${recipient.landing.path}/download-ticket/`;
const PLAYED_PATH = `${recipient.landing.path}/preview/`;

/** C45 … C49, C65, C75 and the addresses that they name */
export function lookRoutes(app: FastifyInstance, { parts, gate }: { parts: VisitorParts; gate: Gate }): void {
  const { database, wopi } = parts;
  const viewer = new Viewer(parts);
  const look = { guard: gate.forVisitor('look') };
  const download = { guard: gate.forVisitor('download') };

  serve(
    app,
    recipient.list,
    ({ request, query }) => listShared({ database, wopi }, gate.entranceOf(request), query),
    look,
  );

  serve(
    app,
    recipient.downloadSize,
    async ({ request, body }) => {
      const { files, bytes } = await measure(parts, gate.entranceOf(request), body);
      return { count: files, size: bytes, fileSize: formatBytes(bytes) };
    },
    download,
  );

  serve(
    app,
    recipient.download,
    async ({ request, reply, body }) => {
      const entrance = gate.entranceOf(request);
      const frozen = await takeAway(parts, entrance, body);
      const sending = sendingOf(parts, entrance, { frozen, address: request.ip, ticket: null });
      return send(reply, sending.download, sending.options);
    },
    download,
  );

  serve(
    app,
    recipient.downloadTicket,
    async ({ request, body, params }) => {
      const entrance = gate.entranceOf(request);
      const frozen = await takeAway(parts, entrance, body);
      const { visit } = entrance;
      const caller = { id: visit.id, name: nameOf(visit) };
      const ticket = await issueTicket(parts, caller, frozen, 'visitor-download');
      const { fileName, layout } = downloadOf(frozen);
      const path = TICKET_PATH.replace(':token', params.token);
      return { url: `${app.originOf(request)}${path}${ticket}`, name: fileName, size: layout.sizeBytes };
    },
    download,
  );

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
      const ticket = await mustFindTicket(parts, request.params.ticket, 'visitor-download');
      const entrance = await gate.enterBySignature(request, 'download', ticket.accessor.id);
      const sending = sendingOf(parts, entrance, {
        frozen: ticket.download,
        address: request.ip,
        ticket: request.params.ticket,
      });
      return send(reply, sending.download, sending.options);
    },
  );

  previewRoutes(app, { gate, viewer });

  serve(
    app,
    recipient.editAddress,
    async ({ request, params }) => {
      const entrance = gate.entranceOf(request);
      const { version } = await viewedFile(database, entrance, params.externalId, [
        'txt',
        'image',
        'pdf',
        'office',
      ]);
      const caller = { records: [entrance.link.recordId], abilities: EDITOR };
      return officeOnlineAddress(parts, caller, {
        fileId: version.fileId,
        action: 'edit',
        opener: { visitId: entrance.visit.id },
        origin: app.originOf(request),
      });
    },
    { guard: gate.forVisitor('edit') },
  );
}

/** C48, C75 and the address that it names */
function previewRoutes(app: FastifyInstance, { gate, viewer }: { gate: Gate; viewer: Viewer }): void {
  serve(
    app,
    recipient.preview,
    async ({ request, reply, params, query }) =>
      sendPreview(viewer, reply, {
        entrance: gate.entranceOf(request),
        externalId: params.externalId,
        view: query.view,
        kinds: query.kinds,
        address: request.ip,
      }),
    { guard: gate.forVisitor('look') },
  );

  serve(
    app,
    recipient.previewAddress,
    async ({ request, params: { externalId, token }, query: { kinds, renews } }) => {
      const signed = await signedPreview(viewer, gate.entranceOf(request), { externalId, kinds, renews });
      return `${app.originOf(request)}${PLAYED_PATH.replace(':token', token)}${signed}`;
    },
    { guard: gate.forVisitor('look') },
  );

  app.get<{ Params: { token: string; signed: string } }>(
    `${PLAYED_PATH}:signed`,
    {
      schema: {
        tags: ['recipient'],
        summary: 'The bytes behind an address of C75; passes the gate again, answers Range and HEAD',
        params: z.object({ token: z.string(), signed: z.string() }),
      },
    },
    async (request, reply) => {
      const { signed } = request.params;
      const entrance = await gate.enterBySignature(request, 'look', holderOf(viewer, signed));
      return sendPlayed(viewer, reply, { entrance, token: signed, address: request.ip });
    },
  );
}

/** What a link that allows editing stands for. */
const EDITOR = { read: true, create: false, edit: true, download: false, share: false, noExp: false };
