import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import { listFolder } from './list.ts';
import { isSearch, listFound, type SearchDeps } from './search-list.ts';
import { findSettings, type SettingsDeps } from './settings.ts';

/** Registers the calls C03 and C15. */
export function filesRoutes(app: FastifyInstance, deps: SettingsDeps & SearchDeps): void {
  const { database, wopi } = deps;

  serve(app, contract.files.list, async ({ params: { recordId }, query, caller }) => {
    if (isSearch(query)) return listFound(deps, { recordId, query, caller });
    return database.read(caller.reader, (source) => listFolder({ database: source, wopi }, recordId, query));
  });

  serve(app, contract.files.settings, async ({ body }) => findSettings(deps, body.filters));
}
