import { createHash } from 'node:crypto';
import type { Permission } from '@vault/contract';
import type { Transaction } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB, Log } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';
import type { VerifiedToken } from '../platform/oidc/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import { knownRecords, lockAccounts, saveRecords } from './accounts.queries.ts';
import { type ClaimNames, type PersonClaims, readClaims } from './claims.ts';
import { insertPerson, type PersonRow, personOf, updatePerson } from './person.queries.ts';

export interface PersonDeps {
  database: Database;
  clock: Clock;
  log: Log;
}

/** A person of the issuer with the permissions of the current token. */
export interface Person {
  id: string;
  name: string;
  email: string;
  permissions: Permission[];
  /** the records that the token names; null: the memberships */
  named: string[] | null;
  /** a member of the record of the call */
  isMember: boolean;
  /** the transaction of the last change; null for none (NODES-06) */
  lastChange: string | null;
}

/** Name of a person without a name in the claims. */
const UNNAMED = 'Unnamed';

/**
 * Returns the person of a valid token. A new person gets an account and an own record; changes in the newest token are
 * stored, so that background work can use them. A call without changes writes nothing.
 * @returns null when the token was signed out here, or the person is disabled or removed (GUARD-31)
 */
export async function findPerson(
  deps: PersonDeps,
  {
    issuer,
    names,
    token,
    verified,
    recordId,
  }: {
    issuer: string;
    names: ClaimNames;
    token: string;
    verified: VerifiedToken;
    /** the record of the call; null when it names none */
    recordId: string | null;
  },
): Promise<Person | null> {
  const claims = readClaims(verified.claims, names);
  const update: ClaimsUpdate = { issuer, claims, verified, claimsHash: hashOf(claims) };
  const find = () =>
    personOf(deps.database.kysely, {
      issuer,
      subject: verified.subject,
      tokenHash: hashBearer(token),
      recordIds: claims.records?.map(({ id }) => id) ?? [],
      recordId,
    });
  let row = await find();
  if (row === null || isNewer(row, update)) {
    await saveUpdate(deps, update);
    row = await find();
  }
  return row === null || row.ended ? null : withRights(row, claims);
}

interface ClaimsUpdate {
  issuer: string;
  claims: PersonClaims;
  verified: VerifiedToken;
  claimsHash: Buffer;
}

/** True only for a newer token: otherwise two valid tokens would overwrite each other's claims at each call. */
const isNewer = (row: PersonRow, { verified, claimsHash }: ClaimsUpdate) =>
  !row.claimsHash.equals(claimsHash) && verified.issuedAt > row.claimsIssuedAt;

function withRights(row: PersonRow, claims: PersonClaims): Person {
  const { id, name, email, granted, isMember, lastChange, known } = row;
  return {
    id,
    name,
    email,
    permissions: claims.permissions ?? granted,
    named: claims.records === null ? null : known,
    isMember,
    lastChange,
  };
}

function hashOf({ name, email, permissions, records }: PersonClaims): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([name, email, permissions, records]))
    .digest();
}

async function saveUpdate({ database, clock, log }: PersonDeps, update: ClaimsUpdate): Promise<void> {
  const at = clock.now();
  const { issuer, claims, verified } = update;
  await database.transaction(async (tx) => {
    // This can create records, so it takes the same lock as loading accounts.
    await lockAccounts(tx);
    const present = await personOf(tx, {
      issuer,
      subject: verified.subject,
      tokenHash: NO_HASH,
      recordIds: [],
    });
    if (present !== null && !isNewer(present, update)) return;
    await saveNamedRecords(tx, claims, at);
    await savePerson(tx, { present, update, at });
  });
  if (claims.ignored.length > 0) {
    log.warn(
      { subject: verified.subject, ignored: claims.ignored },
      'Claims of a token cannot be used; the other claims apply',
    );
  }
}

const NO_HASH = Buffer.alloc(0);

/** Creates missing records that the token names and updates their names: the portal manages its records. */
async function saveNamedRecords(tx: Transaction<DB>, claims: PersonClaims, at: Date): Promise<void> {
  // The own record has the name of the person.
  const named = (claims.records ?? []).flatMap(({ id, name }) =>
    name === null || id.startsWith('usr') ? [] : [{ id, name, rootId: newId('fld') }],
  );
  if (named.length > 0) await saveRecords(tx, named, at);
}

async function savePerson(
  tx: Transaction<DB>,
  { present, update, at }: { present: PersonRow | null; update: ClaimsUpdate; at: Date },
): Promise<void> {
  const { issuer, claims, verified, claimsHash } = update;
  const wanted = claims.records?.map(({ id }) => id) ?? null;
  const known = wanted === null ? null : await knownRecords(tx, wanted);
  const row = {
    issuer,
    subject: verified.subject,
    claimsHash,
    claimsIssuedAt: verified.issuedAt,
    permissions: claims.permissions,
    records: wanted?.filter((id) => known?.has(id)) ?? null,
  };
  const id = present?.id ?? newId('usr');
  const name = claims.name ?? present?.name ?? UNNAMED;
  await saveRecords(tx, [{ id, name, rootId: newId('fld') }], at);
  if (present === null) await insertPerson(tx, { id, name, email: claims.email ?? '', at }, row);
  else await updatePerson(tx, { id, name: claims.name, email: claims.email, at }, row);
}
