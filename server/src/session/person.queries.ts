import type { Permission } from '@vault/contract';
import { type Kysely, sql } from 'kysely';
import { type DB, queryFixed } from '../platform/database/index.ts';

/** A person of the issuer as the database knows them. */
export interface PersonRow {
  id: string;
  name: string;
  email: string;
  claimsHash: Buffer;
  toldAt: Date;
  /** what an administrator granted */
  granted: Permission[];
  memberships: string[];
  /** those of the asked ids that name a record */
  known: string[];
  /** the token was ended here (C60) */
  ended: boolean;
}

/** The person behind a token, and all that the rights of this moment need: one query, as every call begins with it. */
export async function personOf(
  db: Kysely<DB>,
  {
    issuer,
    subject,
    tokenHash,
    recordIds,
  }: { issuer: string; subject: string; tokenHash: Buffer; recordIds: readonly string[] },
): Promise<PersonRow | null> {
  const rows = await queryFixed<PersonRow>(db, PERSON, [issuer, subject, tokenHash, recordIds]);
  return rows[0] ?? null;
}

const PERSON = `
  select a.id, a.name, a.email, p.claims_hash as "claimsHash", p.told_at as "toldAt",
    a.permissions as granted,
    array(select m.record_id::text from membership m where m.account_id = a.id) as memberships,
    array(select r.id::text from record r where r.id = any($4::text[])) as known,
    exists (select from ended_token e where e.token_hash = $3) as ended
  from external_identity p join account a on a.id = p.account_id
  where p.issuer = $1 and p.subject = $2`;

/** What a token told of a person, for keeping. */
export interface ToldRow {
  issuer: string;
  subject: string;
  claimsHash: Buffer;
  toldAt: Date;
  permissions: readonly Permission[] | null;
  records: readonly string[] | null;
}

/** Makes the account of a person who comes for the first time: nothing is granted, and there is no password. */
export async function insertPerson(
  db: Kysely<DB>,
  account: { id: string; name: string; email: string; at: Date },
  told: ToldRow,
): Promise<void> {
  await sql`
    insert into account (id, name, email, password_hash, permissions, updated_at)
    values (${account.id}, ${account.name}, ${account.email}, null, '[]', ${account.at})`.execute(db);
  await sql`
    insert into external_identity (issuer, subject, account_id, claims_hash, told_at, permissions, records)
    values (${told.issuer}, ${told.subject}, ${account.id}, ${told.claimsHash}, ${told.toldAt},
      ${jsonOf(told.permissions)}::jsonb, ${told.records}::text[])`.execute(db);
}

/**
 * The address of somebody who has a password here too stays as it is: they sign in with it, and no token can take one
 * with which somebody else signs in.
 * @param account a field that is null keeps what is known
 */
export async function updatePerson(
  db: Kysely<DB>,
  account: { id: string; name: string | null; email: string | null; at: Date },
  told: ToldRow,
): Promise<void> {
  await sql`
    update account set name = coalesce(${account.name}, name),
      email = case when password_hash is null then coalesce(${account.email}, email) else email end,
      updated_at = ${account.at}
    where id = ${account.id}`.execute(db);
  await sql`
    update external_identity set claims_hash = ${told.claimsHash}, told_at = ${told.toldAt},
      permissions = ${jsonOf(told.permissions)}::jsonb, records = ${told.records}::text[]
    where issuer = ${told.issuer} and subject = ${told.subject}`.execute(db);
}

const jsonOf = (permissions: readonly Permission[] | null) =>
  permissions === null ? null : JSON.stringify(permissions);

/** C60: a token that is ended before its time. */
export async function insertEndedToken(
  db: Kysely<DB>,
  { tokenHash, expiresAt }: { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into ended_token (token_hash, expires_at) values (${tokenHash}, ${expiresAt})
    on conflict do nothing`.execute(db);
}

/** @param before when the last of those tokens ended by themselves */
export async function deleteEndedTokens(db: Kysely<DB>, before: Date): Promise<void> {
  await sql`delete from ended_token where expires_at <= ${before}`.execute(db);
}
