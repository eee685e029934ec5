import { UPLOAD_LENGTH_HEADER, UPLOAD_OFFSET_HEADER } from '@vault/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { UploadDeps } from './deps.ts';
import { progressOf, receiveBody, appendBody } from './body-calls.ts';

export interface ByteRoutes {
  /** ends with the signed token; `guard` checks the other parameters */
  path: `${string}/:address`;
  params: z.ZodType<{ address: string }>;
  /** tag in the API description */
  tag: string;
  /** checks a request before its body is read; null: the signature of the address is sufficient */
  guard: ((request: FastifyRequest) => Promise<void>) | null;
}

/** Registers C18 and C53 at a signed address, which another area can use under its own path. No token is needed. */
export function byteRoutes(app: FastifyInstance, deps: UploadDeps, routes: ByteRoutes): void {
  const { path, params, tag, guard } = routes;
  const options = (summary: string) => ({
    schema: { tags: [tag], summary, params },
    ...(guard && { onRequest: guard }),
  });
  const addressOf = (request: FastifyRequest) => (request.params as { address: string }).address;

  // Bodies here are bytes of any type; Fastify must not parse them.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));

    scope.put(path, options('C18 Send the bytes of an upload to its signed address'), async (request) => {
      await receiveBody(deps, request.raw, addressOf(request));
      return { code: 200, data: null, errorMessage: null };
    });

    scope.head(path, options('C53 Ask how much of an upload has arrived'), async (request, reply) => {
      const { offset, length } = await progressOf(deps, addressOf(request));
      reply.header(UPLOAD_OFFSET_HEADER, offset).header('cache-control', 'no-store');
      if (length !== null) reply.header(UPLOAD_LENGTH_HEADER, length);
      return reply.send();
    });

    scope.patch(path, options('C53 Send the next bytes of an upload'), async (request, reply) => {
      const offset = await appendBody(deps, request.raw, addressOf(request));
      return reply.status(204).header(UPLOAD_OFFSET_HEADER, offset).send();
    });
  });
}
