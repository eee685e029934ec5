import { contract } from '@vault/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Errors } from '../http/index.ts';
import { PAGE_POLICY, SETTING_UP_PAGE } from './page.ts';
import type { VaultSetup } from './state.ts';

/** The calls of the page where the first administrator is made. */
const OPEN_CALLS: ReadonlySet<string> = new Set([
  contract.oneTime.readAddress.name,
  contract.oneTime.setUp.name,
]);
/** That page with its files, and the addresses for monitoring: a vault that waits is ready. */
const OPEN_PATH = /^\/(setup|favicon\.svg|old-browser\.js|healthz|readyz|metrics|assets\/[^?]*)(\?|$)/;
const RETRY_SECONDS = 15;

/**
 * GUARD-03: until the vault has its first administrator, each other call is refused with 503, and each other page says
 * that the vault is being set up. Neither contains the address where the administrator is made.
 */
export function closeDuringSetup(app: FastifyInstance, setup: VaultSetup): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isOpen(request) || !(await setup.isPending())) return;
    if (!isPage(request)) throw Errors.beingSetUp();
    return reply
      .status(503)
      .header('retry-after', RETRY_SECONDS)
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(SETTING_UP_PAGE);
  });
}

function isOpen({ url, routeOptions: { config } }: FastifyRequest): boolean {
  const name = config.endpoint?.name;
  return name === undefined ? OPEN_PATH.test(url) : OPEN_CALLS.has(name);
}

const isPage = ({ method, url, headers: { accept = '' } }: FastifyRequest) =>
  method === 'GET' && !/^\/(api|wopi)\//.test(url) && accept.includes('text/html');
