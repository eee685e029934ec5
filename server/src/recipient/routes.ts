import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import { preferredLanguage } from '../mail/index.ts';
import { sendCode } from './codes.ts';
import { Gate } from './gate.ts';
import { landingOf } from './landing.ts';
import { lookRoutes } from './look-routes.ts';
import { isMachine } from './machines.ts';
import type { VisitorParts } from './parts.ts';
import { unlock } from './unlock.ts';
import { handInRoutes } from './hand-in-routes.ts';

const { landing, sendCode: code, unlock: enter } = contract.recipient;

/** C42 … C52, C64, C65: everything behind a link, all of it behind one gate. */
export function recipientRoutes(app: FastifyInstance, parts: VisitorParts): void {
  const gate = new Gate(parts);
  const anybody = { guard: gate.forAnybody };

  serve(app, landing, async ({ request }) => landingOf(gate.linkOf(request), parts.settings), anybody);

  serve(
    app,
    code,
    async ({ request, body }) => {
      const wanted = { email: body.email, address: request.ip };
      await sendCode(parts, gate.linkOf(request).link, wanted);
      return true as const;
    },
    anybody,
  );

  serve(
    app,
    enter,
    ({ request, body }) => {
      const visitor = {
        address: request.ip,
        isMachine: isMachine(request),
        language: preferredLanguage(request.headers['accept-language']),
        webBase: app.originOf(request),
      };
      return unlock(parts, gate.linkOf(request).link, { proof: body, visitor });
    },
    anybody,
  );

  lookRoutes(app, { parts, gate });
  handInRoutes(app, { parts, gate });
}
