import {
  DIRECT_COMPLETE_PATH,
  DIRECT_PATH,
  UPLOAD_DIRECT_HEADER,
  UPLOAD_LENGTH_HEADER,
  UPLOAD_OFFSET_HEADER,
} from '@vault/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { withRawBodies } from '../http/index.ts';
import { progressOf, receiveBody, appendBody, uploadLengthOf } from './body-calls.ts';
import { beginDirect, completeDirect } from './direct.ts';
import type { IntakeDeps } from './intake.ts';
import { type HeldUpload, uploadOf, type UploadAddressKind } from './prepare.ts';
import { recordRefusals } from './record-refusals.ts';
import { endWithAccess, withBody } from './with-body.ts';

export interface ByteRoutes {
  /** ends with the signed token of the kind; `guard` checks the other parameters */
  path: `${string}/:address`;
  params: z.ZodType<{ address: string }>;
  kind: UploadAddressKind;
  /** tag in the API description */
  tag: string;
  /** checks each request, with the upload of its address, before its body is read, and again while it is read */
  guard: (request: FastifyRequest, upload: HeldUpload) => Promise<void>;
}

/**
 * Registers C18, C53, C138 and C139 at a signed address, which another area can use under its own path. No token is
 * needed.
 */
export function byteRoutes(app: FastifyInstance, deps: IntakeDeps, routes: ByteRoutes): void {
  const { path, params, kind, tag, guard } = routes;
  const uploadIn = (request: FastifyRequest) =>
    uploadOf(deps, (request.params as { address: string }).address, kind);
  const watch = (request: FastifyRequest) =>
    endWithAccess(request.raw, async () => guard(request, uploadIn(request)));
  const options = (summary: string) => ({
    schema: { tags: [tag], summary, params },
    // a refused body is read to its end as well, so that the client reads the answer
    onRequest: (request: FastifyRequest) =>
      withBody(request.raw, async () => guard(request, uploadIn(request))),
  });

  withRawBodies(app, (scope) => {
    scope.put(path, options('C18 Send the bytes of an upload to its signed address'), async (request) => {
      watch(request);
      await receiveBody(deps, request.raw, uploadIn(request));
      return { code: 200, data: null, errorMessage: null };
    });

    scope.head(path, options('C53 Ask how much of an upload has arrived'), async (request, reply) => {
      const { offset, length } = await progressOf(deps, uploadIn(request));
      reply.header(UPLOAD_OFFSET_HEADER, offset).header('cache-control', 'no-store');
      if (length !== null) reply.header(UPLOAD_LENGTH_HEADER, length);
      if (deps.blobs.directUploads !== null) reply.header(UPLOAD_DIRECT_HEADER, 'true');
      return reply.send();
    });

    scope.patch(path, options('C53 Send the next bytes of an upload'), async (request, reply) => {
      watch(request);
      const offset = await appendBody(deps, request.raw, uploadIn(request));
      return reply.status(204).header(UPLOAD_OFFSET_HEADER, offset).send();
    });

    const directOf = (request: FastifyRequest) => ({
      ...uploadIn(request),
      sizeBytes: uploadLengthOf(request.raw),
    });
    const begin = options('C138 Get addresses for the parts of a large file in the object store');
    scope.post(`${path}${DIRECT_PATH}`, begin, async (request) => {
      const upload = directOf(request);
      const data = await withBody(request.raw, () =>
        recordRefusals(deps, upload, () => beginDirect(deps, upload)),
      );
      return { code: 200, data, errorMessage: null };
    });

    const complete = options('C139 Complete an upload whose parts are in the object store');
    scope.post(`${path}${DIRECT_COMPLETE_PATH}`, complete, async (request) => {
      await withBody(request.raw, () => completeDirect(deps, directOf(request)));
      return { code: 200, data: null, errorMessage: null };
    });
  });
}
