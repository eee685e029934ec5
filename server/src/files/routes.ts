import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import { listFolder } from './list.ts';
import { findSettings, type SettingsParts } from './settings.ts';

/** C03, C15 */
export function filesRoutes(app: FastifyInstance, parts: SettingsParts): void {
  serve(app, contract.files.list, async ({ params, query }) =>
    listFolder(parts.database, params.recordId, query),
  );

  serve(app, contract.files.settings, async ({ body }) => findSettings(parts, body.filters));
}
