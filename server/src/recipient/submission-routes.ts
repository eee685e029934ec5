import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { Errors, serveGuarded, withRawBodies } from '../http/index.ts';
import { byteRoutes, createTransfer, Intake, prepare, scanUpload, sendFiles } from '../upload/index.ts';
import type { Gate } from './gate.ts';
import { submitUploads, receiptOf } from './submit-uploads.ts';
import type { VisitorDeps } from './deps.ts';

const { recipient } = contract;
const BYTES_PATH = `${recipient.landing.path}/upload/bytes/`;

/** Registers the calls of a request: C50, C51, C52, C53, C64, C143. Uploads belong to the visit. */
export function submissionRoutes(
  app: FastifyInstance,
  { deps: given, gate }: { deps: VisitorDeps; gate: Gate },
): void {
  const deps = { ...given, intake: new Intake(given) };
  const guard = gate.forVisitor('upload');

  serveGuarded(app, recipient.prepareUpload, guard, async ({ visitor, params, query, body }) => {
    const { visit, link } = visitor;
    const upload = {
      holder: { visitId: visit.id },
      key: query.fileName,
      name: body.RelFileName,
      link: { id: link.id, recordId: link.recordId },
    };
    const address = await prepare(deps, { ...upload, kind: 'visitor-upload' });
    const path = BYTES_PATH.replace(':token', params.token);
    return `${app.vaultOrigin()}${path}${visit.id}/${address}`;
  });

  serveGuarded(app, recipient.scanUpload, guard, ({ visitor, query: { key, isFolder } }) =>
    scanUpload(deps, { ownerId: visitor.visit.id, key, isFolder }),
  );

  withRawBodies(app, (scope) => {
    serveGuarded(scope, recipient.sendFiles, guard, ({ visitor, request }) => {
      const { visit, link } = visitor;
      const mustContinue = async () => void (await gate.enterBySignature(request, 'upload', visit.id));
      const scopes = { ownerId: visit.id, link: { id: link.id, recordId: link.recordId } };
      return sendFiles(deps, request.raw, { ...scopes, mustContinue });
    });
  });

  const transferInto = createTransfer(deps);
  serveGuarded(app, recipient.transferUpload, guard, async ({ visitor, body }) => {
    const { fileKeys: keys, batch, givenAs } = body;
    const wanted = { keys, batch, givenAs, transferInto };
    return { detailList: await submitUploads(deps, visitor, wanted) };
  });

  serveGuarded(app, recipient.uploadReceipt, guard, ({ visitor, query }) =>
    receiptOf(deps.database, visitor, query),
  );

  byteRoutes(app, deps, {
    path: `${BYTES_PATH}:visit/:address`,
    params: z.object({ token: z.string(), visit: z.string(), address: z.string() }),
    kind: 'visitor-upload',
    tag: 'recipient',
    // GUARD-14: each HEAD, PATCH and PUT passes the gate; the visit is the signed one, not the one of the path.
    guard: async (request, { ownerId }) => {
      await gate.enterBySignature(request, 'upload', ownerId);
      const { visit } = request.params as { visit: string };
      if (visit !== ownerId) throw Errors.uploadAddressInvalid();
    },
  });
}
