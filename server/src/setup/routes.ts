import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import { makeFirstAdministrator, type SetupDeps } from './first-administrator.ts';

/** Registers the call C113. */
export function setupRoutes(app: FastifyInstance, deps: SetupDeps): void {
  serve(app, contract.oneTime.setUp, async ({ body }) => {
    await makeFirstAdministrator(deps, body);
    return true as const;
  });
}
