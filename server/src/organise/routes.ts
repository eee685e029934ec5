import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { Errors, serve } from '../http/index.ts';
import { createFolder } from './create-folder.ts';
import { duplicateFile } from './duplicate.ts';
import { previewMerge } from './merge-plan.ts';
import { moveToTrash } from './move-to-trash.ts';
import { relocate } from './relocate.ts';
import type { OrganiseParts, Relocation } from './relocation.ts';
import { renameFile } from './rename-file.ts';
import { renameFolder } from './rename-folder.ts';

const calls = contract.organise;

/** C05 to C13, C63 */
export function organiseRoutes(app: FastifyInstance, parts: OrganiseParts): void {
  createAndDelete(app, parts);
  rename(app, parts);
  moveAndCopy(app, parts);
}

function createAndDelete(app: FastifyInstance, parts: OrganiseParts): void {
  serve(app, calls.createFolder, async ({ params, query, caller }) => {
    const { name, path, shareToClient, category, asOfDate } = query;
    const attributes = { shareToClient, category, asOfDate: asOfDate ?? null };
    return createFolder(parts, { recordId: params.recordId, name, path, attributes, caller });
  });

  serve(app, calls.moveToTrash, async ({ query: { ids }, body, caller }) => {
    if (ids !== undefined) {
      await moveToTrash(parts, caller, { ids });
    } else {
      if (!body) throw Errors.invalidRequest();
      await moveToTrash(parts, caller, { recordId: body.linkId, ids: body.sfids, paths: body.paths });
    }
    return true as const;
  });
}

function rename(app: FastifyInstance, parts: OrganiseParts): void {
  serve(app, calls.renameFolder, async ({ params, query, caller }) => {
    const { path, oriFolderName: previousName, newFolderName: name } = query;
    return renameFolder(parts, { recordId: params.linkId, path, previousName, name, caller });
  });

  serve(app, calls.renameFile, async ({ body: { linkId: recordId, sfid: id, name }, caller }) =>
    renameFile(parts, { recordId, id, name, merging: false, caller }),
  );

  serve(app, calls.mergeFile, async ({ body: { linkId: recordId, sfid: id, name }, caller }) =>
    renameFile(parts, { recordId, id, name, merging: true, caller }),
  );
}

function moveAndCopy(app: FastifyInstance, parts: OrganiseParts): void {
  serve(app, calls.move, async ({ body, caller }) =>
    relocate(parts, { ...relocationOf(body), action: 'move', merging: false, caller }),
  );

  serve(app, calls.moveMerging, async ({ body, caller }) =>
    relocate(parts, { ...relocationOf(body), action: 'move', merging: true, caller }),
  );

  serve(app, calls.copy, async ({ body, caller }) => {
    if (body.sign === 'duplicate') return duplicateFile(parts, { ...relocationOf(body), caller });
    return relocate(parts, { ...relocationOf(body), action: 'copy', merging: false, caller });
  });

  serve(app, calls.copyMerging, async ({ body, caller }) => {
    if (body.sign === 'duplicate') return duplicateFile(parts, { ...relocationOf(body), caller });
    return relocate(parts, { ...relocationOf(body), action: 'copy', merging: true, caller });
  });

  serve(app, calls.mergePlan, async ({ body }) =>
    previewMerge(parts, { ...relocationOf(body), action: body.action, name: body.name }),
  );
}

interface RelocationBody {
  linkId: string;
  sfids: string[];
  paths: string[];
  path: string;
}

const relocationOf = ({ linkId, sfids, paths, path }: RelocationBody): Relocation => ({
  selection: { recordId: linkId, ids: sfids, paths },
  path,
});
