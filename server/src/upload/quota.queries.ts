import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { isVisit, type UploadKey } from './deps.ts';
import type { Waiting } from './quota.ts';

/** The scopes in which an upload is counted. */
export interface QuotaScopes {
  ownerId: string;
  /** null for an upload of an account */
  link: { id: string; recordId: string } | null;
}

/** Classes of advisory locks. A transaction takes them in this order, one of each, before it locks rows of uploads. */
const LOCKS = { record: 2401, link: 2402, owner: 2403 };

/**
 * Locks the scopes of an upload until the transaction ends, so that concurrent calls cannot exceed a limit together.
 * The next statement sees what the earlier holders of the locks have stored.
 */
export async function lockQuotas(tx: Transaction<DB>, { ownerId, link }: QuotaScopes): Promise<void> {
  const locks = [
    ...(link === null
      ? []
      : [
          { lock: LOCKS.record, id: link.recordId },
          { lock: LOCKS.link, id: link.id },
        ]),
    { lock: LOCKS.owner, id: ownerId },
  ];
  await sql`
    select pg_advisory_xact_lock(wanted.lock, hashtext(wanted.id))
    from unnest(${locks.map(({ lock }) => lock)}::int[], ${locks.map(({ id }) => id)}::text[])
      as wanted (lock, id)`.execute(tx);
}

/** The scopes of an upload; null when it is unknown. */
export async function scopesOf(db: Kysely<DB>, { ownerId, key }: UploadKey): Promise<QuotaScopes | null> {
  const { rows } = await sql<{ linkId: string | null; recordId: string | null }>`
    select link_id, record_id from upload where owner_id = ${ownerId} and key = ${key}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { linkId, recordId } = row;
  return { ownerId, link: linkId === null || recordId === null ? null : { id: linkId, recordId } };
}

/** What waits in each scope. The caller holds the locks of the scopes. */
export async function waitingIn(tx: Transaction<DB>, { ownerId, link }: QuotaScopes): Promise<Waiting[]> {
  const sum = sql`count(*)::int as files, coalesce(sum(waiting_bytes), 0)::bigint as bytes
    from upload where state <> 'stored'`;
  const parts = [
    sql`select ${isVisit(ownerId) ? 'visit' : 'account'} as scope, ${sum} and owner_id = ${ownerId}`,
  ];
  if (link !== null) {
    parts.push(sql`select 'link', ${sum} and link_id = ${link.id}`);
    parts.push(sql`select 'record', ${sum} and record_id = ${link.recordId}`);
  }
  const { rows } = await sql<Waiting>`${sql.join(parts, sql` union all `)}`.execute(tx);
  return rows;
}

/** The number of these uploads of one owner for which a new address adds no waiting upload. */
export async function countKnown(
  db: Kysely<DB>,
  { ownerId, keys }: { ownerId: string; keys: readonly string[] },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from upload where owner_id = ${ownerId} and key = any(${keys}::text[])
      and (state <> 'stored' or expires_at > ${now})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Adds bytes that a running call will store, or removes them. */
export async function reserveBytes(
  db: Kysely<DB>,
  { ownerId, key }: UploadKey,
  bytes: number,
): Promise<void> {
  await sql`
    update upload set reserved_bytes = greatest(0, reserved_bytes + ${bytes})
    where owner_id = ${ownerId} and key = ${key}`.execute(db);
}

/** The account that owns an upload; null when it is removed. */
export async function accountOf(
  db: Kysely<DB>,
  id: string,
): Promise<{ id: string; name: string; email: string } | null> {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select id, name, email from account where id = ${id}`.execute(db);
  return rows[0] ?? null;
}
