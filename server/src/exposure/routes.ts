import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type AccessCheck, holderOf } from '../access-check/index.ts';
import { mustAllowExport, sendLines, signExport } from '../activity/index.ts';
import { recordAuditAlone } from '../audit/index.ts';
import { serve } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import type { Signer } from '../platform/tokens/index.ts';
import { exposureLines } from './csv.ts';
import { timesOf } from './moment.ts';
import { readExposure } from './read.ts';
import { recall } from './recall.ts';
import { type ReceiversDeps, receiversOf } from './receivers.ts';
import { findSubject } from './subject.ts';

interface ExposureDeps {
  database: Database;
  signer: Signer;
  clock: Clock;
  settings: ReceiversDeps['settings'];
  access: AccessCheck;
}

const { exposure } = contract;
const EXPORT_PATH = '/api/v1/exposure-export';

/** Registers the calls C121 … C124, and the download of the export. */
export function exposureRoutes(app: FastifyInstance, deps: ExposureDeps): void {
  const { database } = deps;

  serve(app, exposure.read, async ({ params, query }) => readExposure(database, params.id, query));

  serve(app, exposure.receivers, async ({ params }) => receiversOf(deps, params.id));

  serve(app, exposure.recall, async ({ params, caller }) => recall(deps, params.id, caller));

  serve(app, exposure.exportAddress, async ({ params: { id }, query: { at }, caller }) => {
    const { moment } = await timesOf(database.kysely, at);
    const { recordId, kind, name, path } = await findSubject(database.kysely, id, moment);
    const token = signExport(deps, { purpose: 'exposure', holder: holderOf(caller), wanted: { id, at } });
    await recordAuditAlone(database, {
      action: 'audit.read',
      recordId,
      object: { kind, id, name, path },
      details: { format: 'csv', ...(at !== undefined && { at }) },
    });
    return `${app.vaultOrigin()}${EXPORT_PATH}/${token}`;
  });

  app.get<{ Params: { token: string } }>(
    `${EXPORT_PATH}/:token`,
    {
      schema: {
        tags: ['exposure'],
        summary: 'The CSV behind an export address (C122); needs no token',
        params: z.object({ token: z.string() }),
      },
    },
    async ({ params }, reply) => {
      const allowed = await mustAllowExport(deps, 'exposure', params.token);
      const lines = exposureLines(database, allowed);
      return sendLines(reply, 'text/csv; charset=utf-8', { name: 'Exposure.csv', lines });
    },
  );
}
