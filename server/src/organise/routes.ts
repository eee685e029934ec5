import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { Errors, serve } from '../http/index.ts';
import { createFolder } from './create-folder.ts';
import { duplicateFile } from './duplicate.ts';
import { previewMerge } from './preview-merge.ts';
import { moveToTrash } from './move-to-trash.ts';
import { relocate } from './relocate.ts';
import type { OrganiseDeps } from './deps.ts';
import type { Relocation } from './check-relocation.ts';
import { renameFile } from './rename-file.ts';
import { renameFolder } from './rename-folder.ts';

const calls = contract.organise;

/** Registers the calls C05 … C13 and C63. */
export function organiseRoutes(app: FastifyInstance, deps: OrganiseDeps): void {
  createAndDelete(app, deps);
  rename(app, deps);
  moveAndCopy(app, deps);
}

function createAndDelete(app: FastifyInstance, deps: OrganiseDeps): void {
  serve(app, calls.createFolder, async ({ params, query, caller }) => {
    const { name, path, shareToClient, category, asOfDate } = query;
    const attributes = { shareToClient, category, asOfDate: asOfDate ?? null };
    return createFolder(deps, { recordId: params.recordId, name, path, attributes, caller });
  });

  serve(app, calls.moveToTrash, async ({ query: { ids }, body, caller }) => {
    if (ids !== undefined) {
      await moveToTrash(deps, caller, { ids });
    } else {
      if (!body) throw Errors.invalidRequest();
      await moveToTrash(deps, caller, { recordId: body.linkId, ids: body.sfids, paths: body.paths });
    }
    return true as const;
  });
}

function rename(app: FastifyInstance, deps: OrganiseDeps): void {
  serve(app, calls.renameFolder, async ({ params, query, caller }) => {
    const { path, oriFolderName: previousName, newFolderName: name } = query;
    return renameFolder(deps, { recordId: params.linkId, path, previousName, name, caller });
  });

  serve(app, calls.renameFile, async ({ body: { linkId: recordId, sfid: id, name }, caller }) =>
    renameFile(deps, { recordId, id, name, merging: false, caller }),
  );

  serve(app, calls.mergeFile, async ({ body: { linkId: recordId, sfid: id, name }, caller }) =>
    renameFile(deps, { recordId, id, name, merging: true, caller }),
  );
}

function moveAndCopy(app: FastifyInstance, deps: OrganiseDeps): void {
  serve(app, calls.move, async ({ body, caller }) =>
    relocate(deps, { ...relocationOf(body), action: 'move', merging: false, caller }),
  );

  serve(app, calls.moveMerging, async ({ body, caller }) =>
    relocate(deps, { ...relocationOf(body), action: 'move', merging: true, caller }),
  );

  serve(app, calls.copy, async ({ body, caller }) => {
    if (body.sign === 'duplicate') return duplicateFile(deps, { ...relocationOf(body), caller });
    return relocate(deps, { ...relocationOf(body), action: 'copy', merging: false, caller });
  });

  serve(app, calls.copyMerging, async ({ body, caller }) => {
    if (body.sign === 'duplicate') return duplicateFile(deps, { ...relocationOf(body), caller });
    return relocate(deps, { ...relocationOf(body), action: 'copy', merging: true, caller });
  });

  serve(app, calls.mergePlan, async ({ body }) =>
    previewMerge(deps, { ...relocationOf(body), action: body.action, name: body.name }),
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
