import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Vault } from './vault.ts';

/** A statement that PostgreSQL ran for the server. */
export interface Statement {
  /**
   * the time of the execution with the cost of measuring, and without planning: a named statement is not planned again
   */
  ms: number;
  text: string;
  plan: PlanNode;
}

export interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

const SETTLE_MS = 200;

/**
 * Makes PostgreSQL log EXPLAIN (ANALYZE) of all later statements of the server (auto_explain), which shows the real
 * statements and plans. The server's connections are terminated once, because only new ones have the setting.
 */
export async function explainEverything(vault: Vault): Promise<void> {
  const database = await vault.connectDatabase();
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_format': 'json',
  };
  for (const [name, value] of Object.entries(settings)) {
    await database.query(`alter database vault set ${name} = '${value}'`);
  }
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'portal-vault-server-%'`,
  );
  await database.end();
  await sleep(SETTLE_MS);
}

/** Runs the work. @returns the statements that PostgreSQL ran for it */
export async function statementsOf(vault: Vault, work: () => Promise<unknown>): Promise<Statement[]> {
  const start = statSync(vault.databaseLog).size;
  await work();
  await sleep(SETTLE_MS);
  const text = readFileSync(vault.databaseLog).toString('utf8', start);
  return [...text.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g)].map(([, ms, lines = '']) => {
    const json = JSON.parse(lines.replaceAll(/^\t/gm, '')) as { 'Query Text': string; Plan: PlanNode };
    return { ms: Number(ms), text: json['Query Text'], plan: json.Plan };
  });
}

/** Returns the indexes that a plan reads, and 'SEQ SCAN' if it reads a whole table. */
export function accessOf(plan: PlanNode): string[] {
  const own = plan['Index Name'] ?? (plan['Node Type'] === 'Seq Scan' ? 'SEQ SCAN' : null);
  return [...(own === null ? [] : [own]), ...(plan.Plans ?? []).flatMap(accessOf)];
}
