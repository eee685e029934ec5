import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { serveGuarded } from '../http/index.ts';
import type { Gate } from './gate.ts';
import type { VisitorDeps } from './deps.ts';
import { visitIdOf, sendMedia, sendPreview, signedPreview, Viewer } from './send-preview.ts';

const { recipient } = contract;
const MEDIA_PATH = `${recipient.landing.path}/preview/`;

/** Registers the calls C48, C75 and the signed addresses of C75. */
export function previewRoutes(app: FastifyInstance, { deps, gate }: { deps: VisitorDeps; gate: Gate }): void {
  const viewer = new Viewer(deps);
  const guard = gate.forVisitor('view');

  serveGuarded(app, recipient.preview, guard, async ({ visitor, reply, params, query }) =>
    sendPreview(viewer, reply, {
      visitor,
      externalId: params.externalId,
      view: query.view,
      kinds: query.kinds,
    }),
  );

  serveGuarded(app, recipient.previewAddress, guard, async ({ visitor, params, query }) => {
    const wanted = { externalId: params.externalId, kinds: query.kinds, renews: query.renews };
    const signed = await signedPreview(viewer, visitor, wanted);
    return `${app.vaultOrigin()}${MEDIA_PATH.replace(':token', params.token)}${signed}`;
  });

  app.get<{ Params: { token: string; signed: string } }>(
    `${MEDIA_PATH}:signed`,
    {
      schema: {
        tags: ['recipient'],
        summary: 'The bytes behind an address of C75; passes the gate again, answers Range and HEAD',
        params: z.object({ token: z.string(), signed: z.string() }),
      },
    },
    async (request, reply) => {
      const { signed } = request.params;
      const visitor = await gate.enterBySignature(request, 'view', visitIdOf(viewer, signed));
      return sendMedia(viewer, reply, { visitor, token: signed });
    },
  );
}
