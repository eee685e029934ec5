import type { AuditAction, AuditActorKind, AuditOutcome } from '@vault/contract';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { extendChain } from '../audit/index.ts';
import type { Database } from '../platform/database/index.ts';

/** An entry of the audit as it is stored. */
export interface StoredEntry {
  id: number;
  at: Date;
  action: AuditAction;
  outcome: AuditOutcome;
  recordId: string | null;
  actorKind: AuditActorKind;
  personId: string | null;
  linkId: string | null;
  visitId: string | null;
  requestId: string | null;
  objectKind: string | null;
  objectId: string | null;
  objectName: string | null;
  objectPath: string | null;
  details: Record<string, unknown>;
  /** null when it is redacted */
  personal: Record<string, unknown> | null;
}

/** The entries that `work` records, oldest first. */
export async function recordedBy(
  { kysely }: Pick<Database, 'kysely'>,
  work: () => Promise<unknown>,
): Promise<StoredEntry[]> {
  const { rows: before } = await sql<{ id: number }>`
    select coalesce(max(id), 0) as id from audit_entry`.execute(kysely);
  await work();
  const { rows } = await sql<StoredEntry>`
    select * from audit_entry where id > ${before[0]?.id ?? 0} order by id`.execute(kysely);
  return rows;
}

/**
 * Waits until every entry is chained. Transactions of the other tests delay it, because they run in the same cluster of
 * PostgreSQL.
 */
export async function allChained(database: Database): Promise<void> {
  const unchained = async () => {
    await extendChain({ database });
    const { rows } = await sql<{ count: number }>`
      select count(*) from audit_entry where id not in (select entry_id from audit_chain)`.execute(
      database.kysely,
    );
    return rows[0]?.count;
  };
  // expect.poll works in tests only, not in their hooks.
  await vi.waitFor(async () => expect(await unchained()).toBe(0), { timeout: 10_000 });
}
