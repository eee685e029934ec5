import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import { deleteForEver } from './delete-for-ever.ts';
import { listDeleters, listTrash } from './list.ts';
import type { TrashDeps } from './deps.ts';
import { restoreItems } from './restore.ts';

/** Registers the calls C34 … C37. */
export function trashRoutes(app: FastifyInstance, deps: TrashDeps): void {
  const { database } = deps;

  serve(app, contract.trash.list, async ({ params, query, caller }) =>
    database.read(caller.reader, (source) => listTrash(source, params.id, query)),
  );

  serve(app, contract.trash.deleters, async ({ params, caller }) =>
    database.read(caller.reader, (source) => listDeleters(source, params.ownerId)),
  );

  serve(app, contract.trash.remove, async ({ query, caller }) => {
    await deleteForEver(deps, caller, query.ids);
    return true as const;
  });

  serve(app, contract.trash.restore, async ({ query, body, caller }) => {
    const restored = await restoreItems(deps, caller, body);
    return query.places === 'true' ? restored : (true as const);
  });
}
