import type { Transaction } from 'kysely';
import { type AuditEvent, recordAudit } from '../audit/index.ts';
import type { DB } from '../platform/database/index.ts';
import { type Folder, foldersById } from '../tree/index.ts';
import type { Placement, Plan, PlannedMerge } from './merge-rules.ts';

interface AuditedPlan {
  recordId: string;
  plan: Plan;
}

/**
 * AUDIT-01: records the moves, renames and merges of a plan, with name and path of each item before the change. Runs
 * before the plan is carried out, because folders of the plan can move too.
 */
export async function auditMove(tx: Transaction<DB>, { recordId, plan }: AuditedPlan): Promise<void> {
  const pathOf = await formerPaths(tx, { recordId, plan });
  const object = objectWith(pathOf);
  await recordAudit(tx, [
    ...plan.placed.filter(isChange).map((placement): AuditEvent => ({
      action: isRename(placement) ? 'item.rename' : 'item.move',
      recordId,
      object: object(placement),
      details: destinationOf(placement),
    })),
    ...plan.merged.map((merge) => mergeEvent(recordId, merge, object)),
  ]);
}

/**
 * AUDIT-01: records the copies and merges of a plan: one entry for each selected item; the items below a copied folder
 * have none of their own.
 * @param copyIds the ids of the copies, by the ids of their sources
 */
export async function auditCopy(
  tx: Transaction<DB>,
  { recordId, plan, copyIds }: AuditedPlan & { copyIds: ReadonlyMap<string, { id: string }> },
): Promise<void> {
  const object = objectWith(await formerPaths(tx, { recordId, plan }));
  await recordAudit(tx, [
    ...plan.placed.map((placement): AuditEvent => ({
      action: 'item.copy',
      recordId,
      object: object(placement),
      details: { ...destinationOf(placement), copyId: copyIds.get(placement.item.id)?.id ?? null },
    })),
    ...plan.merged.map((merge) => mergeEvent(recordId, merge, object)),
  ]);
}

type ObjectOf = (placement: Placement) => NonNullable<AuditEvent['object']>;

const objectWith =
  (pathOf: (folderId: string) => string): ObjectOf =>
  ({ item }) => ({ kind: item.kind, id: item.id, name: item.name, path: pathOf(item.parentId) });

const isRename = ({ item, into }: Placement): boolean => !into.isNew && item.parentId === into.id;

/** A rename to the present name changes nothing. */
const isChange = (placement: Placement): boolean =>
  !isRename(placement) || placement.item.name !== placement.name;

const destinationOf = ({ name, into }: Placement) => ({ toName: name, toPath: into.path });

function mergeEvent(recordId: string, merge: PlannedMerge, object: ObjectOf): AuditEvent {
  return {
    action: 'item.merge',
    recordId,
    object: object(merge),
    details: { ...destinationOf(merge), targetId: merge.target.id },
  };
}

/** The paths of the folders that hold the items now; a rename needs no query. */
async function formerPaths(
  tx: Transaction<DB>,
  { recordId, plan }: AuditedPlan,
): Promise<(folderId: string) => string> {
  const placements = [...plan.placed, ...plan.merged];
  const known = new Map(placements.flatMap(({ into }) => (into.isNew ? [] : [[into.id, into.path]])));
  const unknown = new Set(placements.map(({ item }) => item.parentId).filter((id) => !known.has(id)));
  const read = unknown.size === 0 ? new Map<string, Folder>() : await foldersById(tx, recordId, [...unknown]);
  return (folderId) => known.get(folderId) ?? read.get(folderId)?.path ?? '';
}
