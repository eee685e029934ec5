import { join } from 'node:path';
import { type Balancer, startBalancer } from '../../server/src/testing/nodes/balancer.ts';
import { signIn } from '../support/client.ts';
import {
  checkVault,
  startVaultProcess,
  type VaultProcess,
  waitUntilReady,
} from '../support/vault-process.ts';
import { RetryingClient } from './retrying-client.ts';
import type { SharedServices } from './shared-services.ts';

/** Several servers of one vault behind a proxy. They can be ended and replaced. */
export class Nodes {
  readonly services: SharedServices;
  /** milliseconds from the start of a server to its first 200 of /readyz */
  readonly readyMs: number[] = [];
  readonly #folder: string;
  readonly #balancer: Balancer;
  #running: VaultProcess[] = [];
  #started = 0;

  private constructor(folder: string, services: SharedServices, balancer: Balancer) {
    this.#folder = folder;
    this.services = services;
    this.#balancer = balancer;
  }

  /** @param folder an empty folder for the vault @param count the number of servers */
  static async start(folder: string, services: SharedServices, count: number): Promise<Nodes> {
    const nodes = new Nodes(folder, services, await startBalancer());
    for (let node = 0; node < count; node += 1) await nodes.add();
    return nodes;
  }

  get running(): readonly VaultProcess[] {
    return this.#running;
  }

  /** Signs in as the owner, at any of the servers. */
  async signIn(): Promise<RetryingClient> {
    const { token } = await signIn(this.#balancer.origin, 'owner');
    return new RetryingClient(this.#balancer.origin, token);
  }

  /** Starts another server, and gives it connections when it is ready. */
  async add(): Promise<VaultProcess> {
    this.#started += 1;
    const startedAt = performance.now();
    const folder = join(this.#folder, `node-${this.#started}`);
    const node = await startVaultProcess({ folder, env: this.#env });
    await waitUntilReady(node);
    this.readyMs.push(Math.round(performance.now() - startedAt));
    this.#running.push(node);
    this.route(this.#running);
    return node;
  }

  /** Gives a server no further connections and ends it. @returns its exit code; null when a signal ended it */
  async remove(node: VaultProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    this.#running = this.#running.filter((other) => other !== node);
    // Nothing announces a kill: the proxy notices it by the lost connections.
    if (signal === 'SIGTERM') this.route(this.#running);
    node.child.kill(signal);
    const code = await node.exited;
    this.route(this.#running);
    return code;
  }

  /** New connections go only to these servers. */
  route(nodes: readonly VaultProcess[]): void {
    this.#balancer.route(nodes.map(({ origin }) => origin));
  }

  /** `vault -- check`. @returns its output when it found something, otherwise null */
  check(): Promise<string | null> {
    return checkVault(join(this.#folder, 'check'), this.#env);
  }

  async stop(): Promise<void> {
    for (const node of this.#running) await this.remove(node, 'SIGTERM');
    await this.#balancer.close();
  }

  get #env(): Record<string, string> {
    const { s3Proxy, env } = this.services;
    const shared = s3Proxy === null ? { DATA_DIR: join(this.#folder, 'data') } : {};
    return { PUBLIC_URL: this.#balancer.origin, ...shared, ...env };
  }
}
