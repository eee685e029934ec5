import type { CallData, contract, Hold, Paged } from '@vault/contract';
import { Errors } from '../http/index.ts';
import { foldersById, liveIdsOfRecord } from '../tree/index.ts';
import type { HoldDeps } from './deps.ts';
import { listHoldsInForce } from './holds.queries.ts';
import { protectedItems } from './policy.ts';

/** C129: one page of the holds in force, newest first, with the present paths of their folders. */
export async function listHolds(
  { database: { kysely } }: Pick<HoldDeps, 'database'>,
  { page, size }: { page: number; size: number },
): Promise<Paged<Hold>> {
  const { rows, total } = await listHoldsInForce(kysely, { offset: page * size, limit: size });
  const paths = new Map<string, string>();
  for (const [recordId, group] of Map.groupBy(rows, (row) => row.recordId)) {
    const ids = group.map(({ folderId }) => folderId);
    for (const [id, { path }] of await foldersById(kysely, recordId, ids)) paths.set(id, path);
  }
  const content = rows.map(({ id, recordId, recordName, folderId, keepYears, reason, setAt, setBy }) => ({
    id,
    record: { sfid: recordId, name: recordName },
    path: paths.get(folderId) ?? null,
    keepYears,
    reason,
    setAt: setAt.toISOString(),
    setBy,
  }));
  return { content, totalElements: total, numberOfElements: content.length };
}

/**
 * C133: whether a hold or a retention rule protects a live item now, or something in it.
 * @throws E4 when the record has no such live item
 */
export async function protectionOfItem(
  { database: { kysely }, clock }: HoldDeps,
  { recordId, itemId }: { recordId: string; itemId: string },
): Promise<CallData<typeof contract.holds.ofItem>> {
  if (!(await liveIdsOfRecord(kysely, recordId, { ids: [itemId] })).has(itemId)) throw Errors.notFound();
  const [found] = await protectedItems(kysely, recordId, { ids: [itemId], now: clock.now() });
  return {
    isOnHold: found?.isOnHold ?? false,
    keptUntil: found?.keptUntil?.toISOString() ?? null,
  };
}
