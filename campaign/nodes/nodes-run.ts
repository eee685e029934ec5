import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@vault/contract';
import { Journal } from '../changes/journal.ts';
import { type InterruptedChange, Worker } from '../changes/worker.ts';
import { RECORDS } from '../support/accounts.ts';
import { Random } from '../support/random.ts';
import { Findings } from '../support/report.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { Mails } from './mails.ts';
import { Nodes } from './nodes.ts';
import type { RetryingClient } from './retrying-client.ts';
import type { SharedServices } from './shared-services.ts';

export interface NodesOptions {
  /** an empty folder for the vault and the journal */
  folder: string;
  services: SharedServices;
  seed: number;
  /** the number of servers */
  nodes: number;
  workers: number;
  cycles: number;
  /** how often each fault is chosen; 0: never */
  faults: Record<FaultName, number>;
  /** no further cycle starts after this time, in milliseconds since 1970 */
  until?: number;
  /** gets one line about each cycle */
  onCycle?: (line: string) => void;
}

export interface NodesResult {
  findings: Findings;
  cycles: number;
  operations: Journal['counts'];
  mails: Mails['counts'];
  /** calls that the client repeated */
  repeated: number;
  faults: Partial<Record<FaultName, number>>;
  readyMs: readonly number[];
}

/** The longest undisturbed time of a cycle, in milliseconds. */
const MAX_PAUSE_MS = 2_000;
const STOP_LIMIT_MS = 60_000;

/**
 * NODES-04: changes a vault of several servers while they, or what is around them, fail. A client that repeats a call
 * once must see no failed call; a change that it may not repeat must be wholly done or wholly absent.
 */
export async function runNodes(options: NodesOptions): Promise<NodesResult> {
  const nodes = await Nodes.start(options.folder, options.services, options.nodes);
  const run = new NodesRun(options, nodes, await nodes.signIn());
  await run.createFolders();
  while (run.mayContinue()) await run.cycle();
  return run.end();
}

class NodesRun {
  readonly #options: NodesOptions;
  readonly #nodes: Nodes;
  readonly #client: RetryingClient;
  readonly #journal: Journal;
  readonly #workers: readonly Worker[];
  readonly #mails: Mails;
  readonly #findings = new Findings();
  readonly #faults: NodesResult['faults'] = {};
  #cycles = 0;

  constructor(options: NodesOptions, nodes: Nodes, client: RetryingClient) {
    const { folder, seed, workers } = options;
    const journal = new Journal(join(folder, 'journal.jsonl'));
    this.#options = options;
    this.#nodes = nodes;
    this.#client = client;
    this.#journal = journal;
    this.#mails = new Mails(options.services.smtp);
    this.#workers = Array.from({ length: workers }, (_, number) => new Worker({ seed, number, journal }));
  }

  /** Creates the folder of each worker and that of the mails. */
  async createFolders(): Promise<void> {
    for (const { top } of this.#workers) {
      const input = { params: { recordId: RECORDS.acme }, query: { name: top } };
      await this.#client.data(contract.organise.createFolder, input);
    }
    await this.#mails.createFolder(this.#client);
  }

  mayContinue(): boolean {
    const { cycles, until = Infinity } = this.#options;
    return this.#cycles < cycles && Date.now() < until && this.#findings.count === 0;
  }

  /** Changes the vault while one fault happens, and compares afterwards. */
  async cycle(): Promise<void> {
    this.#cycles += 1;
    const random = new Random(this.#options.seed, this.#cycles);
    const fault = random.weighted(this.#options.faults);
    this.#faults[fault] = (this.#faults[fault] ?? 0) + 1;
    const when = `cycle ${this.#cycles}, ${fault}`;
    await this.#workDuring(fault, random, when);
    await this.#verify(fault, when);
    const counts = JSON.stringify({ ...this.#journal.counts, repeated: this.#client.repeated });
    this.#options.onCycle?.(`${when}, ${counts}, ${JSON.stringify(this.#mails.counts)}`);
  }

  async #workDuring(fault: FaultName, random: Random, when: string): Promise<void> {
    let isOver = false;
    const mayContinue = () => !isOver;
    const pause = () => sleep(random.below(MAX_PAUSE_MS));
    const working = Promise.all([
      ...this.#workers.map((worker) => worker.workWhile(mayContinue, this.#client)),
      this.#mails.sendWhile(mayContinue, this.#client),
    ]);
    await pause();
    this.#journal.fault({ cycle: this.#cycles, fault });
    await FAULTS[fault]
      .happen({ nodes: this.#nodes, random })
      .catch((error: unknown) => this.#findings.add(`${when}: ${String(error)}`, {}));
    await pause();
    isOver = true;
    const hasEnded = await Promise.race([working.then(() => true), sleep(STOP_LIMIT_MS, false)]);
    if (!hasEnded) this.#findings.add(`${when}: a call did not end within ${STOP_LIMIT_MS} ms`, {});
    await working;
  }

  async #verify(fault: FaultName, when: string): Promise<void> {
    for (const worker of this.#workers) {
      const { top, interrupted } = worker;
      const { absent } = this.#journal.counts;
      const problem = await worker.verify(this.#client, { rereadAll: false });
      if (problem !== null) this.#findings.add(`${when}, ${top}: not what was acknowledged`, problem);
      else if (interrupted !== null) {
        const isDone = this.#journal.counts.absent === absent;
        if (!mayFail(fault, interrupted.name, isDone))
          this.#findings.add(`${when}, ${top}: ${interrupted.name} failed`, interrupted);
      }
    }
    this.#mails.verify(when, this.#findings);
    const output = await this.#nodes.check();
    if (output !== null) this.#findings.add(`${when}: vault check found something`, output);
  }

  /** Compares the bytes of all files again, and stops the servers. */
  async end(): Promise<NodesResult> {
    for (const worker of this.#workers) {
      const problem = await worker.verify(this.#client, { rereadAll: true });
      if (problem !== null)
        this.#findings.add(`at the end, ${worker.top}: not what was acknowledged`, problem);
    }
    await this.#nodes.stop();
    return {
      findings: this.#findings,
      cycles: this.#cycles,
      operations: this.#journal.counts,
      mails: this.#mails.counts,
      repeated: this.#client.repeated,
      faults: this.#faults,
      readyMs: this.#nodes.readyMs,
    };
  }
}

/**
 * Whether people may see that a change failed: only when its reply was lost, and it was done or may not be repeated.
 * @param isDone the vault shows the change
 */
function mayFail(fault: FaultName, change: InterruptedChange['name'], isDone: boolean): boolean {
  return FAULTS[fault].losesReplies && (isDone || change === 'copy' || change === 'share');
}
