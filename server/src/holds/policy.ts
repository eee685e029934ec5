import type { Kysely, Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { type Protection, protectionOf } from './rule.ts';
import { hasHolds, rulesOfItems, rulesOfVersion } from './rule.queries.ts';

/** An item that must not be deleted permanently, because a hold protects it or something in it. */
export interface ProtectedItem extends Protection {
  id: string;
  kind: 'folder' | 'file';
  name: string;
}

/**
 * SAFE-12: those of the items that must not be deleted permanently now. Every deletion of items asks this under the
 * record lock, which setting a hold takes as well.
 */
export async function protectedItems(
  db: Kysely<DB>,
  recordId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<ProtectedItem[]> {
  if (!(await hasHolds(db, recordId))) return [];
  const rules = Map.groupBy(await rulesOfItems(db, recordId, ids), ({ id }) => id);
  return [...rules.values()].flatMap((group) => {
    const protection = protectionOf(group, now);
    const [item] = group;
    return protection === null || item === undefined
      ? []
      : [{ id: item.id, kind: item.kind, name: item.name, ...protection }];
  });
}

/**
 * The caller holds the record lock (`lockRecord`).
 * @throws 409 when one of the items is protected
 */
export async function mustNotBeProtected(
  tx: Transaction<DB>,
  recordId: string,
  items: { ids: readonly string[]; now: Date },
): Promise<void> {
  const [first] = await protectedItems(tx, recordId, items);
  if (first !== undefined) throw Errors.itemProtected(first);
}

/**
 * The caller holds the record lock (`lockRecord`).
 * @throws 409 when the version of the file must not be deleted
 */
export async function mustNotProtectVersion(
  tx: Transaction<DB>,
  recordId: string,
  { file, versionId, now }: { file: { id: string; name: string }; versionId: string; now: Date },
): Promise<void> {
  if (!(await hasHolds(tx, recordId))) return;
  const rules = await rulesOfVersion(tx, recordId, { fileId: file.id, versionId });
  const protection = protectionOf(rules, now);
  if (protection !== null) throw Errors.versionProtected({ name: file.name, ...protection });
}
