import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { type Call, serve } from '../http/index.ts';
import type { ReadSource } from '../platform/database/index.ts';
import { listFolder } from './list.ts';
import { isSearch, listFound, type SearchDeps } from './search-list.ts';
import { findSettings, type SettingsDeps } from './settings.ts';

/** Registers the calls C03 and C15. */
export function filesRoutes(app: FastifyInstance, deps: SettingsDeps & SearchDeps): void {
  const { database, wopi } = deps;

  const { list, settings } = contract.files;
  type Page = Pick<Call<typeof list>, 'params' | 'query'>;
  const readPage =
    ({ params: { recordId }, query }: Page) =>
    (source: ReadSource) =>
      listFolder({ database: source, wopi }, recordId, query);

  serve(
    app,
    list,
    async (call) => {
      const { params, query, caller } = call;
      if (isSearch(query)) return listFound(deps, { ...params, query, caller });
      return database.read(caller.reader, readPage(call));
    },
    (page) => (isSearch(page.query) ? null : database.readEarly(readPage(page))),
  );

  serve(app, settings, async ({ body }) => findSettings(deps, body.filters));
}
