import type { Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { checkAudit } from './audit.ts';
import type { CheckDeps, CheckResult, Finding } from './check.ts';
import { TABLE_CHECKS } from './registry.ts';
import { countVault, prepareSnapshot } from './snapshot.queries.ts';
import { storedBytes } from './stored-bytes.ts';

/** The result of a check of the whole vault. */
export interface VaultReport {
  /** the number of rules that were checked */
  checks: number;
  items: number;
  /** stored contents */
  blobs: number;
  findings: Finding[];
  /** all findings; more than `findings` when one rule has many */
  count: number;
}

/** Is called with the running check and the part of the work that is done, 0 to 1. */
export type OnProgress = (check: string, done: number) => void;

/** The part of the work that the tables are; the stored bytes are the rest (measured with a million items). */
const TABLES_PART = 0.5;

/**
 * SAFE-01: checks the whole vault beside a running server and changes nothing: tables and stored bytes in one snapshot,
 * the audit concurrently.
 * @throws the database's error, StorageFailed
 */
export async function checkVault(
  deps: CheckDeps,
  onProgress: OnProgress = () => undefined,
): Promise<VaultReport> {
  const [tables, audit] = await Promise.all([
    deps.database.transaction((snapshot) => checkSnapshot(deps, snapshot, onProgress), {
      isolation: 'repeatable read',
    }),
    checkAudit(deps),
  ]);
  const { results, ...counted } = tables;
  const all = [...results, audit];
  return {
    checks: all.length,
    ...counted,
    findings: all.flatMap(({ listed }) => listed),
    count: all.reduce((sum, { count }) => sum + count, 0),
  };
}

async function checkSnapshot(deps: CheckDeps, snapshot: Transaction<DB>, onProgress: OnProgress) {
  await prepareSnapshot(snapshot);
  const counted = await countVault(snapshot);
  const results: CheckResult[] = [];
  for (const [n, check] of TABLE_CHECKS.entries()) {
    onProgress(check.name, (TABLES_PART * n) / TABLE_CHECKS.length);
    results.push(await check.run({ ...deps, snapshot, onProgress: () => undefined }));
  }
  const { name } = storedBytes;
  const onPart = (part: number) => onProgress(name, TABLES_PART + (1 - TABLES_PART) * part);
  results.push(await storedBytes.run({ ...deps, snapshot, onProgress: onPart }));
  return { results, ...counted };
}
