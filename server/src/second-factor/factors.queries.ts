import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The authenticator app of an account. */
export interface AppRow {
  /** sealed */
  secret: Buffer;
  /** time step of the last code */
  lastStep: number;
  addedAt: Date;
}

export interface PasskeyRow {
  id: string;
  credentialId: string;
  name: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  addedAt: Date;
  lastUsedAt: Date | null;
}

export async function appOf(db: Kysely<DB>, accountId: string): Promise<AppRow | null> {
  const { rows } = await sql<AppRow & { lastStep: string }>`
    select secret_sealed as secret, last_step, added_at from authenticator_app where account_id = ${accountId}`.execute(
    db,
  );
  const [app] = rows;
  return app === undefined ? null : { ...app, lastStep: Number(app.lastStep) };
}

/** Adds the authenticator app of an account, or replaces it. @param app.lastStep the step of its first code */
export async function saveApp(
  tx: Transaction<DB>,
  accountId: string,
  { secret, lastStep, addedAt }: AppRow,
): Promise<void> {
  await sql`
    insert into authenticator_app (account_id, secret_sealed, last_step, added_at)
    values (${accountId}, ${secret}, ${lastStep}, ${addedAt})
    on conflict (account_id) do update set secret_sealed = excluded.secret_sealed, last_step = excluded.last_step,
      added_at = excluded.added_at`.execute(tx);
}

/** Uses a time step, which can be done once. @returns false when it or a later one was used before */
export async function takeStep(tx: Transaction<DB>, accountId: string, step: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update authenticator_app set last_step = ${step}
    where account_id = ${accountId} and last_step < ${step}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function deleteApp(tx: Transaction<DB>, accountId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from authenticator_app where account_id = ${accountId}`.execute(tx);
  return numAffectedRows > 0n;
}

/** The passkeys of an account, oldest first. */
export async function passkeysOf(db: Kysely<DB>, accountId: string): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow & { counter: string }>`
    select id, credential_id, name, public_key, counter, transports, added_at, last_used_at from passkey
    where account_id = ${accountId} order by added_at, id`.execute(db);
  return rows.map((row) => ({ ...row, counter: Number(row.counter) }));
}

/** @returns false when the passkey belongs to an account already */
export async function insertPasskey(
  tx: Transaction<DB>,
  accountId: string,
  passkey: Omit<PasskeyRow, 'id' | 'lastUsedAt'>,
): Promise<boolean> {
  const { credentialId, name, publicKey, counter, transports, addedAt } = passkey;
  const { numAffectedRows = 0n } = await sql`
    insert into passkey (account_id, credential_id, name, public_key, counter, transports, added_at)
    values (${accountId}, ${credentialId}, ${name}, ${publicKey}, ${counter}, ${transports}::text[], ${addedAt})
    on conflict (credential_id) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function storePasskeyUse(
  tx: Transaction<DB>,
  { id, counter, at }: { id: string; counter: number; at: Date },
): Promise<void> {
  await sql`update passkey set counter = ${counter}, last_used_at = ${at} where id = ${id}`.execute(tx);
}

export async function deletePasskey(tx: Transaction<DB>, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from passkey where account_id = ${accountId} and id = ${id}`.execute(tx);
  return numAffectedRows > 0n;
}

/** How many second factors and recovery codes an account has. */
export async function countFactors(
  db: Kysely<DB>,
  accountId: string,
): Promise<{ apps: number; passkeys: number; recoveryCodes: number }> {
  const { rows } = await sql<{ apps: number; passkeys: number; recoveryCodes: number }>`
    select (select count(*)::int from authenticator_app where account_id = ${accountId}) as apps,
      (select count(*)::int from passkey where account_id = ${accountId}) as passkeys,
      (select count(*)::int from recovery_code where account_id = ${accountId}) as recovery_codes`.execute(
    db,
  );
  return rows[0] ?? { apps: 0, passkeys: 0, recoveryCodes: 0 };
}

/** Replaces the recovery codes of an account. */
export async function saveRecoveryCodes(
  tx: Transaction<DB>,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await sql`delete from recovery_code where account_id = ${accountId}`.execute(tx);
  await sql`
    insert into recovery_code (account_id, code_hash)
    select ${accountId}, hash from unnest(${hashes}::bytea[]) as new (hash)`.execute(tx);
}

/** Uses a recovery code, which can be done once. @returns false when the account has no such code */
export async function takeRecoveryCode(
  tx: Transaction<DB>,
  accountId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from recovery_code where account_id = ${accountId} and code_hash = ${codeHash}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Removes all second factors of an account, and its challenges. @returns false for an unknown account */
export async function deleteFactors(tx: Transaction<DB>, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from account where id::text = ${accountId} for no key update`.execute(tx);
  if (rows.length === 0) return false;
  for (const table of ['authenticator_app', 'passkey', 'recovery_code', 'factor_challenge']) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(tx);
  }
  return true;
}
