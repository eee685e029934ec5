import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { listFolder } from './list.ts';
import { findSettings } from './settings.ts';

/** C03, C15 */
export function filesRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, contract.files.list, async ({ params, query }) => listFolder(database, params.recordId, query));

  serve(app, contract.files.settings, async ({ body }) => findSettings(database, body.filters));
}
