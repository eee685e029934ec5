import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { recordAudit, recordAuditAlone } from '../audit/index.ts';
import { serveGuarded } from '../http/index.ts';
import { linkEvent } from '../links/index.ts';
import { preferredLanguage } from '../mail/index.ts';
import { downloadRoutes } from './download-routes.ts';
import { editRoutes } from './edit-routes.ts';
import { Gate, type GuardedLink } from './gate.ts';
import { submissionRoutes } from './submission-routes.ts';
import { landingOf } from './landing.ts';
import { isBot } from './bots.ts';
import type { VisitorDeps } from './deps.ts';
import { previewRoutes } from './preview-routes.ts';
import { requestCode } from './request-code.ts';
import { listShared } from './shared-items.ts';
import { automaticView } from './views.ts';
import { unlock } from './unlock.ts';

const { recipient } = contract;

/** C42 … C52, C64, C65, C75: the calls behind a link. Each has a guard of the same gate. */
export function recipientRoutes(app: FastifyInstance, deps: VisitorDeps): void {
  const gate = new Gate(deps);

  const countPage = ({ id }: GuardedLink, address: string) =>
    deps.throttle.count({ kind: 'link-page', link: id, address });

  serveGuarded(app, recipient.landing, gate.forLink, async ({ open, request }) => {
    await countPage(open.link, request.ip);
    if (isBot(request)) await recordAutomaticPage(deps, open.link, request.ip);
    else await recordAuditAlone(deps.database, linkEvent('link.page', open.link));
    return landingOf(open, deps);
  });

  serveGuarded(app, recipient.sendCode, gate.forLink, async ({ open, request, body }) => {
    await requestCode(deps, open.link, { email: body.email, address: request.ip });
    return true as const;
  });

  serveGuarded(app, recipient.unlock, gate.forLink, async ({ open, request, body }) => {
    await countPage(open.link, request.ip);
    const visitor = {
      address: request.ip,
      isBot: isBot(request),
      language: preferredLanguage(request.headers['accept-language']),
      webBase: app.vaultOrigin(),
    };
    return unlock(deps, open.link, { proof: body, visitor });
  });

  serveGuarded(app, recipient.list, gate.forVisitor('view'), ({ visitor, query }) =>
    listShared(deps, visitor, query),
  );

  previewRoutes(app, { deps, gate });
  downloadRoutes(app, { deps, gate });
  editRoutes(app, { deps, gate });
  submissionRoutes(app, { deps, gate });
}

async function recordAutomaticPage(
  { database, clock }: VisitorDeps,
  link: GuardedLink,
  address: string,
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (tx) => {
    const view = await automaticView(tx, link, { address, at });
    await recordAudit(tx, { ...linkEvent('link.page', link, view), at });
  });
}
