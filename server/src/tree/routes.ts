import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import type { Database, ReadSource } from '../platform/database/index.ts';
import { buildTree } from './build-tree.ts';
import { resolveFolder } from './resolve.ts';
import { foldersOfRecord } from './tree.queries.ts';

/** C04: the folder tree of a record. */
export function treeRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(
    app,
    contract.tree.folders,
    async ({ params, caller }) => database.read(caller.reader, (source) => readTree(source, params.recordId)),
    ({ params }) => database.readEarly((source) => readTree(source, params.recordId)),
  );
}

async function readTree({ kysely }: ReadSource, recordId: string) {
  const [root, folders] = await Promise.all([
    resolveFolder(kysely, recordId, ''),
    foldersOfRecord(kysely, recordId),
  ]);
  return {
    folderTree: buildTree(folders, root.id),
    rootFolderSfid: root.id,
    rootSize: root.subtreeBytes,
  };
}
