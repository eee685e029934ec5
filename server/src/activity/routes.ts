import { type ActivityFilter, contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type AccessCheck, holderOf } from '../access-check/index.ts';
import { proofLines, recordAuditAlone } from '../audit/index.ts';
import { listAuditedAccess } from '../history/index.ts';
import { serve } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import type { Signer } from '../platform/tokens/index.ts';
import { activityLines } from './csv.ts';
import { filterChoices, listEntries } from './list.ts';
import { sendLines } from './send-lines.ts';
import { mustAllowExport, signExport } from './signed.ts';

interface ActivityDeps {
  database: Database;
  signer: Signer;
  clock: Clock;
  access: AccessCheck;
}

const { activity } = contract;
const CSV_PATH = '/api/v1/activity-export';
const PROOF_PATH = '/api/v1/activity-proof';

/** Registers the calls C115 … C119, and the downloads of the exports. */
export function activityRoutes(app: FastifyInstance, deps: ActivityDeps): void {
  const { database } = deps;

  serve(app, activity.list, async ({ query: { after = null, before = null, size, ...filter }, caller }) =>
    database.read(caller.reader, (source) => listEntries(source, { filter, after, before, size })),
  );

  serve(app, activity.choices, async ({ query, caller }) =>
    database.read(caller.reader, (source) => filterChoices(source, query.search)),
  );

  serve(app, activity.exportAddress, async ({ query: wanted, caller }) => {
    const token = signExport(deps, { purpose: 'activity', holder: holderOf(caller), wanted });
    await recordExport(database, 'csv', wanted);
    return `${app.vaultOrigin()}${CSV_PATH}/${token}`;
  });

  serve(app, activity.proofAddress, async ({ query: wanted, caller }) => {
    const token = signExport(deps, { purpose: 'audit-proof', holder: holderOf(caller), wanted });
    await recordExport(database, 'jsonl', wanted);
    return `${app.vaultOrigin()}${PROOF_PATH}/${token}`;
  });

  serve(app, activity.accessRecords, async ({ query }) => listAuditedAccess(database, query));

  addDownloads(app, deps);
}

/** A route with a signed token in its address. */
interface Route {
  Params: { token: string };
}

function addDownloads(app: FastifyInstance, deps: ActivityDeps): void {
  const schema = (summary: string) => ({
    schema: { tags: ['activity'], summary, params: z.object({ token: z.string() }) },
  });

  app.get<Route>(
    `${CSV_PATH}/:token`,
    schema('The CSV behind an export address (C117); needs no token'),
    async ({ params }, reply) => {
      const allowed = await mustAllowExport(deps, 'activity', params.token);
      return sendLines(reply, 'text/csv; charset=utf-8', {
        name: 'Activity.csv',
        lines: activityLines(deps.database, allowed),
      });
    },
  );

  app.get<Route>(
    `${PROOF_PATH}/:token`,
    schema('The JSON Lines behind an export address (C118); needs no token'),
    async ({ params }, reply) => {
      const { wanted, mustContinue } = await mustAllowExport(deps, 'audit-proof', params.token);
      return sendLines(reply, 'application/jsonl; charset=utf-8', {
        name: 'Activity.jsonl',
        lines: proofLines(deps, { ...wanted, mustContinue }),
      });
    },
  );
}

/** The entry names the filters; a searched text can be the name of a person. */
async function recordExport(
  database: Database,
  format: string,
  { record, search = '', ...filter }: ActivityFilter,
): Promise<void> {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  await recordAuditAlone(database, {
    action: 'audit.read',
    ...(record !== undefined && { recordId: record }),
    details: { format, ...Object.fromEntries(given) },
    personal: search === '' ? {} : { search },
  });
}
