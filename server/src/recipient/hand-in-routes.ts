import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { Errors, serve } from '../http/index.ts';
import { byteRoutes, createTransfer, prepare, scanFile, scanFolder } from '../upload/index.ts';
import type { Gate } from './gate.ts';
import { handIn, receiptOf } from './hand-in.ts';
import type { VisitorParts } from './parts.ts';

const { recipient } = contract;
const BYTES_PATH = `${recipient.landing.path}/upload/bytes/`;

/** C50, C51, C52, C53, C64: handing in through a request. Uploads belong to the visit. */
export function handInRoutes(
  app: FastifyInstance,
  { parts, gate }: { parts: VisitorParts; gate: Gate },
): void {
  const upload = { guard: gate.forVisitor('upload') };

  serve(
    app,
    recipient.prepareUpload,
    async ({ request, params, query, body }) => {
      const { visit } = gate.entranceOf(request);
      const address = await prepare(parts, {
        ownerId: visit.id,
        key: query.fileName,
        name: body.RelFileName,
      });
      const path = BYTES_PATH.replace(':token', params.token);
      return `${app.originOf(request)}${path}${visit.id}/${address}`;
    },
    upload,
  );

  serve(
    app,
    recipient.scanUpload,
    async ({ request, query }) => {
      const uploadKey = { ownerId: gate.entranceOf(request).visit.id, key: query.key };
      return query.isFolder ? scanFolder(parts, uploadKey) : [await scanFile(parts, uploadKey)];
    },
    upload,
  );

  const transferInto = createTransfer(parts);
  serve(
    app,
    recipient.transferUpload,
    async ({ request, body: { fileKeys: keys, batch, givenAs } }) => {
      const wanted = { keys, batch, givenAs, address: request.ip, transferInto };
      return { detailList: await handIn(parts, gate.entranceOf(request), wanted) };
    },
    upload,
  );

  serve(
    app,
    recipient.uploadReceipt,
    ({ request, query }) => receiptOf(parts.database, gate.entranceOf(request), query),
    upload,
  );

  byteRoutes(app, parts, {
    path: `${BYTES_PATH}:visit/:address`,
    params: z.object({ token: z.string(), visit: z.string(), address: z.string() }),
    tag: 'recipient',
    guard: async (request) => {
      const { visit, address } = request.params as { visit: string; address: string };
      await gate.enterBySignature(request, 'upload', visit);
      mustBelongTo(parts, address, visit);
    },
  });
}

/** The signed part names the visit itself: that in the path is only where it is looked for. */
function mustBelongTo({ signer, clock }: VisitorParts, address: string, visitId: string): void {
  const signed = z.tuple([z.string(), z.string()]).safeParse(signer.verify('upload', address, clock.now()));
  if (!signed.success || signed.data[0] !== visitId) throw Errors.uploadAddressInvalid();
}
