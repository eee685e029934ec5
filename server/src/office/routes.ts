import type { FastifyInstance } from 'fastify';
import type { OfficeParts } from './parts.ts';
import { pageRoutes } from './page-routes.ts';
import { wopiRoutes } from './wopi-routes.ts';

/** C58, and the windows of C30 and C49 */
export function officeRoutes(app: FastifyInstance, parts: OfficeParts): void {
  wopiRoutes(app, parts);
  pageRoutes(app, parts);
}
