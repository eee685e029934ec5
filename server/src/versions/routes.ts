import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import { type ChangeDeps, makeCurrent, removeVersion } from './change.ts';
import { listVersionsOfFile } from './list.ts';
import { receiptOf } from './receipt.ts';

/** Registers the calls C31, C32, C33 and C57. */
export function versionRoutes(app: FastifyInstance, deps: ChangeDeps): void {
  const { versions } = contract;
  const { database } = deps;

  serve(app, versions.list, async ({ params, query: { page, size }, caller }) =>
    database.read(caller.reader, (source) =>
      listVersionsOfFile(source, caller, { fileId: params.sfid, page, size }),
    ),
  );

  serve(app, versions.remove, async ({ params, query: { versionId }, caller }) => {
    await removeVersion(deps, caller, { fileId: params.sfid, versionId: versionId.toLowerCase() });
    return true as const;
  });

  serve(app, versions.makeCurrent, async ({ params, query: { versionId }, caller }) => {
    await makeCurrent(database, caller, { fileId: params.sfid, versionId: versionId.toLowerCase() });
    return true as const;
  });

  serve(app, versions.receipt, async ({ params, caller }) =>
    receiptOf(database, caller, params.versionId.toLowerCase()),
  );
}
