import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, signIn } from '../support/client.ts';
import { checkVault, type VaultProcess, waitUntilReady } from '../support/vault-process.ts';
import { killNow, sendKillPoint } from './kill.ts';
import { killName, type KillPlan, reachedPoint, type Target } from './kill-plan.ts';
import { startServer } from './start-server.ts';

export interface VaultOptions {
  /** an empty folder for the vault and the journal */
  folder: string;
  /** settings of the vault; with a DATABASE_URL only the server is killed */
  env?: Record<string, string>;
  /** the longest wait for the point of a plan, then it kills at once; left out: until the work has ended */
  pointLimitMs?: number;
  /** cuts the power after each kill: what was not synced is lost; everything is killed then */
  cutPower?: () => Promise<void>;
}

/** A vault whose processes are killed and started again. */
export class KillableVault {
  /** milliseconds from the start of the process to the first 200 of /readyz, after each kill of the server */
  readonly readyMs: number[] = [];
  readonly #options: VaultOptions;
  #process: VaultProcess;
  #client: Client;

  static async start(options: VaultOptions): Promise<KillableVault> {
    const process = await startServer(options);
    return new KillableVault(options, process, await signIn(process.origin, 'owner'));
  }

  private constructor(options: VaultOptions, process: VaultProcess, client: Client) {
    this.#options = options;
    this.#process = process;
    this.#client = client;
  }

  /** The owner, signed in after the last start. */
  get client(): Client {
    return this.#client;
  }

  /** What can be killed. */
  get targets(): readonly Target[] {
    if (this.#options.cutPower !== undefined) return ['both'];
    return this.#options.env?.['DATABASE_URL'] === undefined ? ['server', 'database', 'both'] : ['server'];
  }

  /**
   * Kills at the moment of the plan, when the work ends before it, or when its point is not reached in time.
   * @param work begins to change the vault
   * @param log a new file for the point at which the server was killed
   * @returns what was killed and when, such as 'server after commit'; and the work, which ends soon
   */
  async killDuring(work: () => Promise<void>, plan: KillPlan, log: string) {
    const { folder } = this.#options;
    sendKillPoint(this.#process, plan, { folder, log });
    const working = work();
    const afterMs = 'afterMs' in plan.moment ? plan.moment.afterMs : this.#options.pointLimitMs;
    const ends = [this.#process.exited, working];
    await Promise.race(afterMs === undefined ? ends : [...ends, sleep(afterMs)]);
    const reached = reachedPoint(log);
    // The point may not be reached in time.
    if (reached === null) killNow(this.#process, plan, folder);
    return { killed: killName(plan, reached), working };
  }

  /** Starts a killed server again. A server whose database was killed must become ready without a start. */
  async recover({ target }: KillPlan): Promise<void> {
    if (target === 'database') await waitUntilReady(this.#process);
    else {
      await this.#process.exited;
      await this.#options.cutPower?.();
      const startedAt = performance.now();
      this.#process = await startServer(this.#options);
      await waitUntilReady(this.#process);
      this.readyMs.push(Math.round(performance.now() - startedAt));
    }
    this.#client = await signIn(this.#process.origin, 'owner');
  }

  /** `vault -- check`. @returns its output when it found something, otherwise null */
  check(): Promise<string | null> {
    return checkVault(this.#options.folder, this.#options.env);
  }

  async stop(): Promise<void> {
    this.#process.child.kill('SIGTERM');
    await this.#process.exited;
  }
}
