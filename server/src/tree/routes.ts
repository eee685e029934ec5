import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { buildTree } from './build-tree.ts';
import { rootIdOfRecord } from './resolve.ts';
import { foldersOfRecord } from './tree.queries.ts';

/** C04: the folder tree of a record. */
export function treeRoutes(app: FastifyInstance, { database: { kysely } }: { database: Database }): void {
  serve(app, contract.tree.folders, async ({ params }) => {
    const [rootId, folders] = await Promise.all([
      rootIdOfRecord(kysely, params.recordId),
      foldersOfRecord(kysely, params.recordId),
    ]);
    return { folderTree: buildTree(folders, rootId), rootFolderSfid: rootId };
  });
}
