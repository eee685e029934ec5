import type { Permission } from '@vault/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type DB, queryRaw } from '../platform/database/index.ts';

/** A person of the issuer, as stored. */
export interface PersonRow {
  id: string;
  name: string;
  email: string;
  claimsHash: Buffer;
  claimsIssuedAt: Date;
  /** permissions that an administrator granted */
  granted: Permission[];
  /** the transaction of the person's last change; null for none (NODES-06) */
  lastChange: string | null;
  /** a member of the record of the call */
  isMember: boolean;
  /** the requested ids that are ids of existing records */
  known: string[];
  /** the token was signed out here (C60), or the account is disabled or removed (GUARD-31) */
  ended: boolean;
}

/** Returns the person of a token with the data of the current permissions. Each call needs it, so it is one query. */
export async function personOf(
  db: Kysely<DB>,
  {
    issuer,
    subject,
    tokenHash,
    recordIds,
    recordId = null,
  }: {
    issuer: string;
    subject: string;
    tokenHash: Buffer;
    recordIds: readonly string[];
    recordId?: string | null;
  },
): Promise<PersonRow | null> {
  const rows = await queryRaw<PersonRow>(db, PERSON, [issuer, subject, tokenHash, recordIds, recordId]);
  return rows[0] ?? null;
}

const PERSON = `
  select a.id, a.name, a.email, p.claims_hash as "claimsHash", p.claims_issued_at as "claimsIssuedAt",
    a.permissions as granted, a.last_change_xid::text as "lastChange",
    exists (select from membership m where m.account_id = a.id and m.record_id = $5) as "isMember",
    array(select r.id::text from record r where r.id = any($4::text[])) as known,
    (not a.is_active or exists (select from ended_token e where e.token_hash = $3)) as ended
  from external_identity p join account a on a.id = p.account_id
  where p.issuer = $1 and p.subject = $2`;

/** The claims of a token about a person, to store. */
export interface ClaimsRow {
  issuer: string;
  subject: string;
  claimsHash: Buffer;
  claimsIssuedAt: Date;
  permissions: readonly Permission[] | null;
  records: readonly string[] | null;
}

/** Creates the account of a new person, without permissions and password. */
export async function insertPerson(
  tx: Transaction<DB>,
  account: { id: string; name: string; email: string; at: Date },
  claims: ClaimsRow,
): Promise<void> {
  await sql`
    insert into account (id, name, email, password_hash, permissions, updated_at)
    values (${account.id}, ${account.name}, ${account.email}, null, '[]', ${account.at})`.execute(tx);
  await sql`
    insert into external_identity (issuer, subject, account_id, claims_hash, claims_issued_at, permissions, records)
    values (${claims.issuer}, ${claims.subject}, ${account.id}, ${claims.claimsHash}, ${claims.claimsIssuedAt},
      ${jsonOf(claims.permissions)}::jsonb, ${claims.records}::text[])`.execute(tx);
}

/**
 * Updates a person. A person who also has a password keeps the address, because it is used to sign in and a token must
 * not take the address of another local account.
 * @param account null fields keep their values
 */
export async function updatePerson(
  tx: Transaction<DB>,
  account: { id: string; name: string | null; email: string | null; at: Date },
  claims: ClaimsRow,
): Promise<void> {
  await sql`
    update account set name = coalesce(${account.name}, name),
      email = case when password_hash is null then coalesce(${account.email}, email) else email end,
      updated_at = ${account.at}
    where id = ${account.id}`.execute(tx);
  await sql`
    update external_identity set claims_hash = ${claims.claimsHash}, claims_issued_at = ${claims.claimsIssuedAt},
      permissions = ${jsonOf(claims.permissions)}::jsonb, records = ${claims.records}::text[]
    where issuer = ${claims.issuer} and subject = ${claims.subject}`.execute(tx);
}

const jsonOf = (permissions: readonly Permission[] | null) =>
  permissions === null ? null : JSON.stringify(permissions);

/** C60: stores a token that was signed out before its expiry. */
export async function insertEndedToken(
  db: Kysely<DB>,
  { tokenHash, expiresAt }: { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into ended_token (token_hash, expires_at) values (${tokenHash}, ${expiresAt})
    on conflict do nothing`.execute(db);
}

/** @param before tokens that expired before this time are deleted */
export async function deleteEndedTokens(db: Kysely<DB>, before: Date): Promise<void> {
  await sql`delete from ended_token where expires_at <= ${before}`.execute(db);
}
