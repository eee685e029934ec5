import type { FastifyInstance } from 'fastify';
import type { WopiDeps } from './deps.ts';
import { pageRoutes } from './page-routes.ts';
import { wopiRoutes } from './wopi-routes.ts';

/** Registers the call C58, and the windows of C30 and C49. */
export function officeRoutes(app: FastifyInstance, deps: WopiDeps): void {
  wopiRoutes(app, deps);
  pageRoutes(app, deps);
}
