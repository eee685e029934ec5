import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@vault/contract';
import { RECORDS } from '../support/accounts.ts';
import { Random } from '../support/random.ts';
import { Findings } from '../support/report.ts';
import { Journal } from '../changes/journal.ts';
import { type KillPlan, planKill } from './kill-plan.ts';
import { KillableVault, type VaultOptions } from './killable-vault.ts';
import { Worker } from '../changes/worker.ts';

export interface CrashOptions extends VaultOptions {
  seed: number;
  operations: number;
  /** no further cycle starts after as many interrupted operations; no limit when left out */
  interrupted?: number;
  /** the largest number of kills; no limit when left out */
  cycles?: number;
  workers: number;
  /** the number of operations of a cycle before its kill is prepared; none when left out */
  operationsBeforeKill?: number;
  /** the largest number of operations before a kill */
  operationsPerCycle: number;
  /** no further cycle starts after this time, in milliseconds since 1970 */
  until?: number;
  /** gets one line about each cycle */
  onCycle?: (line: string) => void;
}

export interface CrashResult {
  findings: Findings;
  cycles: number;
  operations: Journal['counts'];
  /** kills by what was killed and when */
  kills: Record<string, number>;
  readyMs: KillableVault['readyMs'];
}

const VERIFIED_AT_ONCE = 8;
const STOP_LIMIT_MS = 20_000;

/** SAFE-07: changes a vault while its processes are killed, and compares what it shows with what it acknowledged. */
export async function crash(options: CrashOptions): Promise<CrashResult> {
  const run = new CrashRun(options, await KillableVault.start(options));
  await run.createFolders();
  while (run.mayContinue()) await run.cycle();
  return run.end();
}

class CrashRun {
  readonly #options: CrashOptions;
  readonly #vault: KillableVault;
  readonly #random: Random;
  readonly #journal: Journal;
  readonly #workers: readonly Worker[];
  readonly #findings = new Findings();
  readonly #kills: Record<string, number> = {};
  #cycles = 0;

  constructor(options: CrashOptions, vault: KillableVault) {
    const { folder, seed, workers } = options;
    const journal = new Journal(join(folder, 'journal.jsonl'));
    this.#options = options;
    this.#vault = vault;
    this.#random = new Random(seed);
    this.#journal = journal;
    this.#workers = Array.from({ length: workers }, (_, number) => new Worker({ seed, number, journal }));
  }

  /** Creates the folder of each worker. */
  async createFolders(): Promise<void> {
    for (const { top } of this.#workers) {
      const input = { params: { recordId: RECORDS.acme }, query: { name: top } };
      await this.#vault.client.data(contract.organise.createFolder, input);
    }
  }

  mayContinue(): boolean {
    const { operations, interrupted = Infinity, cycles = Infinity, until = Infinity } = this.#options;
    const { counts } = this.#journal;
    const isWithin = counts.sent < operations && counts.interrupted < interrupted && this.#cycles < cycles;
    return isWithin && Date.now() < until && this.#findings.count === 0;
  }

  /** Changes the vault until it is killed, and compares after the restart. */
  async cycle(): Promise<void> {
    const vault = this.#vault;
    this.#cycles += 1;
    const when = `cycle ${this.#cycles}`;
    const plan = planKill(this.#random, vault.targets);
    const killed = await this.#killDuringWork(plan);
    await vault.recover(plan);
    await this.#verify(when, { plan }, { rereadAll: false });
    const output = await vault.check();
    if (output !== null) this.#findings.add(`${when}: vault check found something`, { plan, output });
    const counts = JSON.stringify(this.#journal.counts);
    this.#options.onCycle?.(`${when}, ${counts}, ${killed}, ready in ${vault.readyMs.at(-1)} ms`);
  }

  async #killDuringWork(plan: KillPlan): Promise<string> {
    const log = join(this.#options.folder, `kill-${this.#cycles}.json`);
    const { operationsBeforeKill = 0, operationsPerCycle } = this.#options;
    let isKilled = false;
    await this.#work(operationsBeforeKill, () => false);
    const { killed, working } = await this.#vault.killDuring(
      () => this.#work(operationsPerCycle - operationsBeforeKill, () => isKilled),
      plan,
      log,
    );
    isKilled = true;
    this.#journal.killed({ cycle: this.#cycles, ...plan });
    this.#kills[killed] = (this.#kills[killed] ?? 0) + 1;
    const hasEnded = await Promise.race([working.then(() => true), sleep(STOP_LIMIT_MS, false)]);
    if (!hasEnded) this.#findings.add(`a call did not end within ${STOP_LIMIT_MS} ms after a kill`, plan);
    await working;
    return killed;
  }

  /**
   * Lets all workers make this number of changes, fewer when the vault is killed or the operations of the run are done.
   */
  async #work(changes: number, isKilled: () => boolean): Promise<void> {
    const { client } = this.#vault;
    const { counts } = this.#journal;
    const limit = Math.min(this.#options.operations, counts.sent + changes);
    const mayContinue = () => counts.sent < limit && !isKilled();
    await Promise.all(this.#workers.map((worker) => worker.workWhile(mayContinue, client)));
  }

  /** Compares the folder of each worker with what was acknowledged. */
  async #verify(when: string, details: object, how: { rereadAll: boolean }): Promise<void> {
    const remaining = this.#workers.values();
    const lane = async () => {
      for (const worker of remaining) {
        const problem = await worker.verify(this.#vault.client, how);
        if (problem === null) continue;
        this.#findings.add(`${when}, ${worker.top}: not what was acknowledged`, { ...details, ...problem });
      }
    };
    await Promise.all(Array.from({ length: VERIFIED_AT_ONCE }, lane));
  }

  /** Compares the bytes of all files again, and stops the vault. */
  async end(): Promise<CrashResult> {
    await this.#verify('at the end', {}, { rereadAll: true });
    await this.#vault.stop();
    return {
      findings: this.#findings,
      cycles: this.#cycles,
      operations: this.#journal.counts,
      kills: this.#kills,
      readyMs: this.#vault.readyMs,
    };
  }
}
