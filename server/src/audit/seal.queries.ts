import type { Kysely } from 'kysely';
import { type DB, queryRaw } from '../platform/database/index.ts';
import type { Head } from './chain.queries.ts';

/** A seal as it is stored; bytes in hexadecimal. */
export interface StoredSeal {
  /** counts from 1 */
  number: number;
  /** ISO text with milliseconds */
  at: string;
  /** the last row of the chain that it covers */
  lastSeq: number;
  /** [scope, position, hash] of the heads that changed since the seal before */
  heads: [string, number, string][];
  headsOctets: number;
  /** of the signed text of the seal before */
  formerHash: string;
  publicKey: string;
  signature: string;
}

const SEAL = `select number, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  last_seq as "lastSeq", heads, octet_length(heads::text) as "headsOctets", encode(former_hash, 'hex') as "formerHash",
  encode(public_key, 'hex') as "publicKey", encode(signature, 'hex') as signature from audit_seal`;

/** The seal with this number; null when there is none. */
export async function sealByNumber(db: Kysely<DB>, number: number): Promise<StoredSeal | null> {
  const [seal] = await queryRaw<StoredSeal>(db, `${SEAL} where number = $1`, [number]);
  return seal ?? null;
}

/** The number of the newest seal; 0 when there is none. */
export async function lastSealNumber(db: Kysely<DB>): Promise<number> {
  const [row] = await queryRaw<{ number: number }>(
    db,
    `select coalesce(max(number), 0) as number from audit_seal`,
    [],
  );
  return row?.number ?? 0;
}

/** The heads of the scopes that have rows after `seq` up to `lastSeq`, by scope. */
export async function headsBetween(db: Kysely<DB>, seq: number, last: number): Promise<Head[]> {
  return queryRaw<Head>(
    db,
    `select distinct on (scope collate "C") scope, position, encode(hash, 'hex') as hash from audit_chain
    where seq > $1 and seq <= $2 order by scope collate "C", position desc`,
    [seq, last],
  );
}

export async function insertSeal(db: Kysely<DB>, seal: Omit<StoredSeal, 'headsOctets'>): Promise<void> {
  await queryRaw(
    db,
    `insert into audit_seal (number, at, last_seq, heads, former_hash, public_key, signature)
    values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      seal.number,
      seal.at,
      seal.lastSeq,
      JSON.stringify(seal.heads),
      Buffer.from(seal.formerHash, 'hex'),
      Buffer.from(seal.publicKey, 'hex'),
      Buffer.from(seal.signature, 'hex'),
    ],
  );
}
