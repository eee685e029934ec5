import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import { restoreItems, type TrashParts } from './restore.ts';

/** C37 */
export function trashRoutes(app: FastifyInstance, parts: TrashParts): void {
  serve(app, contract.trash.restore, async ({ body, caller }) => {
    await restoreItems(parts, caller, body);
    return true as const;
  });
}
