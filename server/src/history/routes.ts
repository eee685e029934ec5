import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { listAccessRecords, listRecentSearches } from './list.ts';

/** Registers the calls C14 and C16. */
export function historyRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, contract.history.accessRecords, async ({ query, caller }) =>
    listAccessRecords(database, caller, query),
  );

  serve(app, contract.history.recentSearches, async ({ query, caller }) =>
    listRecentSearches(database, caller, query),
  );
}
