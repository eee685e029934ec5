import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@vault/contract';
import { RECORDS } from '../support/accounts.ts';
import { signIn } from '../support/client.ts';
import { Random } from '../support/random.ts';
import { Findings } from '../support/report.ts';
import { checkVault, startVaultProcess, type VaultProcess } from '../support/vault-process.ts';
import { Journal } from './journal.ts';
import { arm, type KillPlan, killNow, planKill } from './kill.ts';
import { Worker } from './worker.ts';

export interface CrashOptions {
  /** an empty folder for the vault and the journal */
  folder: string;
  seed: number;
  operations: number;
  workers: number;
  /** each cycle is killed after about that many operations at the latest */
  operationsPerCycle: number;
  /** settings of the vault; with a DATABASE_URL only the server is killed */
  env?: Record<string, string>;
  until?: number;
  onCycle?: (line: string) => void;
}

export interface CrashResult {
  findings: Findings;
  cycles: number;
  operations: Journal['counts'];
  /** kills by what was killed and when */
  kills: Record<string, number>;
  /** milliseconds from the start of the process to the first 200 of /readyz, after each kill of the server */
  readyMs: number[];
}

const KILL_POINTS = join(import.meta.dirname, 'kill-points.ts');
const READY_LIMIT_MS = 60_000;
const POLL_MS = 10;
const STOP_LIMIT_MS = 20_000;

/** SAFE-07: real changes while processes are killed; compares what the vault shows with what it acknowledged. */
export async function crash(options: CrashOptions): Promise<CrashResult> {
  const { folder, seed, operations, operationsPerCycle, until = Infinity, onCycle } = options;
  const random = new Random(seed);
  const journal = new Journal(join(folder, 'journal.jsonl'));
  const workers = Array.from(
    { length: options.workers },
    (_, number) => new Worker({ seed, number, journal }),
  );
  const findings = new Findings();
  const kills: Record<string, number> = {};
  const readyMs: number[] = [];
  let vault = await start(options);
  let client = await signIn(vault.origin, 'owner');
  for (const { top } of workers) {
    const { code } = await client.call(contract.organise.createFolder, {
      params: { recordId: RECORDS.acme },
      query: { name: top },
    });
    if (code !== 200) throw new Error(`the folder ${top} got ${code}`);
  }
  let cycles = 0;
  while (journal.counts.sent < operations && Date.now() < until && findings.count === 0) {
    cycles += 1;
    const plan = planKill(random, options.env?.['DATABASE_URL'] === undefined);
    const log = join(folder, `kill-${cycles}.json`);
    arm(vault, plan, { folder, log });
    const limit = Math.min(operations, journal.counts.sent + operationsPerCycle);
    const working = Promise.all(
      workers.map((worker) => worker.workWhile(() => journal.counts.sent < limit, client)),
    );
    if ('afterMs' in plan.moment) await Promise.race([sleep(plan.moment.afterMs), working]);
    else await Promise.race([working, vault.exited]);
    const how = describe(plan, log);
    // A point that was not reached in these operations: the kill comes between two operations.
    if (!existsSync(log)) killNow(vault, plan, folder);
    journal.killed({ cycle: cycles, ...plan });
    kills[how] = (kills[how] ?? 0) + 1;
    await bounded(working, findings, plan);
    if (plan.target !== 'database') {
      await vault.exited;
      const startedAt = performance.now();
      vault = await start(options);
      await ready(vault);
      readyMs.push(Math.round(performance.now() - startedAt));
    } else await ready(vault);
    client = await signIn(vault.origin, 'owner');
    for (const worker of workers) {
      const problem = await worker.verify(client, { rereadAll: false });
      if (problem !== null)
        findings.add(`cycle ${cycles}, ${worker.top}: not what was acknowledged`, { plan, ...problem });
    }
    const output = await checkVault(folder, options.env);
    if (output !== null) findings.add(`cycle ${cycles}: vault check found something`, { plan, output });
    onCycle?.(`${cycles} cycles, ${JSON.stringify(journal.counts)}, ${how}, ready in ${readyMs.at(-1)} ms`);
  }
  for (const worker of workers) {
    const problem = await worker.verify(client, { rereadAll: true });
    if (problem !== null) findings.add(`at the end, ${worker.top}: not what was acknowledged`, problem);
  }
  vault.child.kill('SIGTERM');
  await vault.exited;
  return { findings, cycles, operations: journal.counts, kills, readyMs };
}

const start = ({ folder, env = {} }: CrashOptions) =>
  startVaultProcess({ folder, env, preload: [KILL_POINTS] });

/** A call must not hang: all workers end soon after the kill. */
async function bounded(working: Promise<unknown>, findings: Findings, plan: KillPlan): Promise<void> {
  const ended = await Promise.race([working.then(() => true), sleep(STOP_LIMIT_MS, false)]);
  if (!ended) findings.add(`a call did not end within ${STOP_LIMIT_MS} ms after a kill`, plan);
  await working;
}

function describe({ target, moment }: KillPlan, log: string): string {
  if ('afterMs' in moment) return `${target} at a random moment`;
  if (!existsSync(log)) return `${target} between operations`;
  const { point } = JSON.parse(readFileSync(log, 'utf8')) as { point: string };
  return `${target} ${point}`;
}

async function ready({ origin }: VaultProcess): Promise<void> {
  for (const limit = Date.now() + READY_LIMIT_MS; Date.now() < limit;) {
    const response = await fetch(`${origin}/readyz`).catch(() => null);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    await sleep(POLL_MS);
  }
  throw new Error(`The vault is not ready after ${READY_LIMIT_MS} ms.`);
}
