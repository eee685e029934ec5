import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The address of the person who made a link; null when the account is gone, or has none. */
export async function addressOfSharer(db: Kysely<DB>, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`select email from account where id = ${accountId}`.execute(
    db,
  );
  return rows[0]?.email || null;
}

/** What a visit has handed in. */
export interface HandedIn {
  /** a file's name; inside a folder its path */
  name: string;
  sizeBytes: number;
  sha256: Buffer;
  receivedAt: Date;
}

const handedIn = (visitId: string) => sql`
  from upload u join version v on v.id = u.version_id and v.file_id = u.file_id
  where u.owner_id = ${visitId} and u.state = 'stored'`;

/** Some of it, in the order in which it came. */
export async function listHandedIn(
  db: Kysely<DB>,
  visitId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: HandedIn[]; total: number }> {
  const { rows } = await sql<HandedIn>`
    select u.name, u.size_bytes, u.sha256, v.created_at as received_at ${handedIn(visitId)}
    order by v.created_at, u.key offset ${offset} limit ${limit}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total ${handedIn(visitId)}`.execute(
    db,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** A batch that the sharer has not been told of. */
export interface Batch {
  recordId: string;
  linkId: string;
  linkName: string;
  createdById: string;
  expiresAt: Date | null;
  email: string | null;
  total: number;
  last: Date;
  files: { name: string; sizeBytes: number }[];
}

/**
 * Takes what a visit has handed in since the last time, and notes that it is told. The visit is locked meanwhile, so that
 * two workers do not tell it twice.
 * @param most names
 * @returns null when there is nothing new, or nobody wants to know
 */
export async function takeBatch(tx: Kysely<DB>, visitId: string, most: number): Promise<Batch | null> {
  const { rows } = await sql<Batch>`
    with visiting as (
      select * from visit where id = ${visitId} for update
    ), fresh as (
      select u.name, u.size_bytes, v.created_at
      from visiting, upload u join version v on v.id = u.version_id and v.file_id = u.file_id
      where u.owner_id = ${visitId} and u.state = 'stored' and v.created_at > visiting.told_until
    ), told as (
      update visit set told_until = greatest(told_until, (select max(created_at) from fresh)) where id = ${visitId}
    )
    select l.record_id, l.id as link_id, l.name as link_name, l.created_by_id, l.expires_at, visiting.email,
      (select count(*)::int from fresh) as total, (select max(created_at) from fresh) as last,
      (select json_agg(json_build_object('name', name, 'sizeBytes', size_bytes)) from (
        select name, size_bytes from fresh order by created_at, name limit ${most}) named) as files
    from visiting join link l on l.record_id = visiting.record_id and l.id = visiting.link_id
    where l.notify and l.deleted_at is null and exists (select 1 from fresh)`.execute(tx);
  return rows[0] ?? null;
}
