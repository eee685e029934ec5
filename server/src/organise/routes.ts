import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { Errors, serve } from '../http/index.ts';
import { createFolder, type OrganiseParts } from './create-folder.ts';
import { moveToTrash } from './move-to-trash.ts';

/** C05, C09 */
export function organiseRoutes(app: FastifyInstance, parts: OrganiseParts): void {
  serve(app, contract.organise.createFolder, async ({ params, query, caller }) => {
    const { name, path, shareToClient, category, asOfDate } = query;
    const attributes = { shareToClient, category, asOfDate: asOfDate ?? null };
    return createFolder(parts, { recordId: params.recordId, name, path, attributes, caller });
  });

  serve(app, contract.organise.moveToTrash, async ({ query: { ids }, body, caller }) => {
    if (ids !== undefined) {
      await moveToTrash(parts, caller, { ids });
    } else {
      if (!body) throw Errors.invalidRequest();
      await moveToTrash(parts, caller, { recordId: body.linkId, ids: body.sfids, paths: body.paths });
    }
    return true as const;
  });
}
