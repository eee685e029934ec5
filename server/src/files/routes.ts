import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import { listFolder } from './list.ts';
import { isSearch, listFound, type SearchParts } from './search-list.ts';
import { findSettings, type SettingsParts } from './settings.ts';

/** C03, C15 */
export function filesRoutes(app: FastifyInstance, parts: SettingsParts & SearchParts): void {
  serve(app, contract.files.list, async ({ params: { recordId }, query, caller, request }) =>
    isSearch(query)
      ? listFound(parts, { recordId, query, accessor: caller, address: request.ip })
      : listFolder(parts, recordId, query),
  );

  serve(app, contract.files.settings, async ({ body }) => findSettings(parts, body.filters));
}
