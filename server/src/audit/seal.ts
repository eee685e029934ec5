import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB, Log } from '../platform/database/index.ts';
import { addJob, jobKind } from '../platform/jobs/index.ts';
import { appendLine } from '../platform/line-file/index.ts';
import type { SealKey } from '../platform/seal-key/index.ts';
import * as z from 'zod';
import { extendChain } from './chain.ts';
import { lastSeq, lockChain } from './chain.queries.ts';
import { NO_HASH } from './entry-text.ts';
import { canonicalJson } from './json.ts';
import { headsBetween, insertSeal, lastSealNumber, sealByNumber, type StoredSeal } from './seal.queries.ts';

export interface SealDeps {
  database: Database;
  clock: Clock;
  log: Log;
  sealKey: SealKey;
  /** `auditSealFile`: the file to which each seal is appended; null for none */
  settings: { auditSealFile: string | null };
}

/** Writes a seal to AUDIT_SEAL_FILE; retried until it succeeds. */
export const WRITE_SEAL = jobKind('write-audit-seal', z.object({ number: z.number() }), {
  queue: 'audit-seal-file',
});

/**
 * AUDIT-03: signs the heads of all chains. The log has each seal, so that a database that is rewritten later does not
 * match the log; AUDIT_SEAL_FILE has it with its signed text.
 */
export async function sealChains(deps: SealDeps): Promise<void> {
  await extendChain(deps);
  const seal = await deps.database.transaction((tx) => makeSeal(tx, deps));
  const { number, publicKey, signature } = seal;
  deps.log.info({ number, textHash: hashOfSeal(seal), publicKey, signature }, 'Audit sealed');
}

async function makeSeal(
  tx: Transaction<DB>,
  { clock, sealKey, settings }: SealDeps,
): Promise<Omit<StoredSeal, 'headsOctets'>> {
  await lockChain(tx);
  const formerNumber = await lastSealNumber(tx);
  const former = await sealByNumber(tx, formerNumber);
  const last = await lastSeq(tx);
  const heads = await headsBetween(tx, former?.lastSeq ?? 0, last);
  const covered = {
    number: formerNumber + 1,
    at: clock.now().toISOString(),
    lastSeq: last,
    heads: heads.map(({ scope, position, hash }): [string, number, string] => [scope, position, hash]),
    formerHash: former === null ? NO_HASH : hashOfSeal(former),
    publicKey: sealKey.publicKey.toString('hex'),
  };
  const seal = { ...covered, signature: sealKey.sign(sealText(covered)).toString('hex') };
  await insertSeal(tx, seal);
  if (settings.auditSealFile !== null) await addJob(tx, WRITE_SEAL, { number: seal.number });
  return seal;
}

type SealedData = Pick<StoredSeal, 'number' | 'at' | 'lastSeq' | 'heads' | 'formerHash' | 'publicKey'>;

/**
 * AUDIT-03: the text that a seal signs: canonical JSON with the SHA-256 of each head that changed since the seal
 * before, sorted. Heads are hashes, so that a seal can be shown to a person who may know one record only.
 */
export function sealText({ number, at, lastSeq: last, heads, formerHash, publicKey }: SealedData): string {
  const hashes = heads.map((head) => sha256(canonicalJson(head))).toSorted();
  return canonicalJson({ number, at, lastSeq: last, heads: hashes, formerHash, publicKey });
}

/** The hash by which the next seal names this one. */
export const hashOfSeal = (seal: SealedData): string => sha256(sealText(seal));

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Appends a seal to AUDIT_SEAL_FILE: a line of JSON with the signed text and the signature. A job that is repeated
 * appends the same line again.
 * @throws the error of the file system, so that the job is retried
 */
export async function writeSeal({ database, settings }: SealDeps, number: number): Promise<void> {
  const seal = await sealByNumber(database.kysely, number);
  if (seal === null || settings.auditSealFile === null) return;
  const { signature } = seal;
  await appendLine(settings.auditSealFile, JSON.stringify({ text: sealText(seal), signature }));
}
