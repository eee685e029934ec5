import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import type { HoldDeps } from './deps.ts';
import { listHolds, protectionOfItem } from './list.ts';
import { liftHold, setHold } from './set.ts';

const { holds } = contract;

/** Registers the calls C129, C130, C132 and C133. */
export function holdRoutes(app: FastifyInstance, deps: HoldDeps): void {
  serve(app, holds.list, async ({ query }) => listHolds(deps, query));

  serve(app, holds.set, async ({ body: { record: recordId, ...wanted }, caller }) => ({
    id: await setHold(deps, caller.name, { recordId, ...wanted }),
  }));

  serve(app, holds.lift, async ({ params: { id } }) => {
    await liftHold(deps, id);
    return true as const;
  });

  serve(app, holds.ofItem, async ({ params }) => protectionOfItem(deps, params));
}
