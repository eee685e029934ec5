import { Readable } from 'node:stream';
import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type AccessCheck, holderOf } from '../access-check/index.ts';
import { recordAuditAlone } from '../audit/index.ts';
import { serve } from '../http/index.ts';
import type { Signer } from '../platform/tokens/index.ts';
import { type ChangeDeps, deleteLink, updateLink } from './change.ts';
import { exportLines, mustAllowExport, signExport } from './export.ts';
import { listLinks } from './list.ts';

export interface LinkDeps extends ChangeDeps {
  signer: Signer;
  access: AccessCheck;
}

const EXPORT_PATH = '/api/v1/services/file-system/links-export';

/** Registers the calls C38 … C41, and the download of an export. */
export function linkRoutes(app: FastifyInstance, deps: LinkDeps): void {
  const { database, sealer } = deps;

  serve(app, contract.links.list, async ({ params: { recordId }, query, caller }) => {
    const { page, size, sort, ...filter } = query;
    const view = { webBase: app.vaultOrigin(), sealer, maySeeSecrets: caller.abilities.share };
    return database.read(caller.reader, (source) =>
      listLinks(source, { recordId, ...filter }, { page, size, sort, view }),
    );
  });

  serve(app, contract.links.exportAddress, async ({ params: { recordId }, query, caller }) => {
    const token = signExport(deps, holderOf(caller), { recordId, ...query });
    const details = { filter: query.status };
    await recordAuditAlone(database, { action: 'link.export', recordId, details });
    return `${app.vaultOrigin()}${EXPORT_PATH}/${token}`;
  });

  serve(app, contract.links.update, async ({ params, body, caller }) =>
    updateLink(deps, params.recordId, { wanted: body, caller }),
  );

  serve(app, contract.links.remove, async ({ params, caller }) => {
    await deleteLink(deps, params, caller);
    return true as const;
  });

  app.get<{ Params: { token: string } }>(
    `${EXPORT_PATH}/:token`,
    {
      schema: {
        tags: ['links'],
        summary: 'The CSV behind an export address (C39); needs no token',
        params: z.object({ token: z.string() }),
      },
    },
    async (request, reply) => {
      const allowed = await mustAllowExport(deps, request.params.token);
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="Links List.csv"`)
        .header('cache-control', 'private, no-store')
        .send(Readable.from(exportLines(database, allowed)));
    },
  );
}
