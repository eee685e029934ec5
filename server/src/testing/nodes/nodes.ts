import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { DatabaseProxy } from '../faults/database-proxy.ts';
import { loadTestAccounts } from '../load-test-accounts.ts';
import { type ServerProcess, startAgain } from '../server-process.ts';
import { startBalancer } from './balancer.ts';

/** A server process of several, with its own proxy in front of the database. */
export interface Node extends ServerProcess {
  databaseProxy: DatabaseProxy;
}

/** Several server processes with one database and one folder, behind a proxy. */
export interface Nodes {
  /** address of the proxy */
  origin: string;
  database: TestDatabase;
  dataDir: string;
  /** starts another server, and hands connections to it */
  start(): Promise<Node>;
  /** hands new connections only to these servers */
  route(...nodes: Node[]): void;
  close(): Promise<void>;
}

/** @param env settings of all servers in addition to those of the tests */
export async function createNodes(env: Record<string, string> = {}): Promise<Nodes> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-nodes-'));
  const dataDir = join(folder, 'data');
  const database = await createTestDatabase();
  await loadTestAccounts({ database });
  const balancer = await startBalancer();
  const nodes: Node[] = [];
  const route = (targets: readonly Node[]) => balancer.route(targets.map(({ origin }) => origin));
  const hasEnded = new WeakSet<Node>();
  return {
    origin: balancer.origin,
    database,
    dataDir,
    async start() {
      const databaseProxy = await DatabaseProxy.start(database.target);
      const settings = { PUBLIC_URL: balancer.origin, DATABASE_URL: urlOf(databaseProxy) };
      const server = await startAgain({ database, dataDir }, { ...env, ...settings });
      const node = { ...server, databaseProxy };
      nodes.push(node);
      void server.exited.then(() => hasEnded.add(node));
      route(nodes.filter((each) => !hasEnded.has(each)));
      return node;
    },
    route: (...targets) => route(targets),
    async close() {
      await balancer.close();
      for (const node of nodes) node.signal('SIGKILL');
      await Promise.all(nodes.map(({ exited }) => exited));
      await Promise.all(nodes.map(({ databaseProxy }) => databaseProxy.close()));
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function urlOf({ target }: DatabaseProxy): string {
  if ('connectionString' in target) return target.connectionString;
  const { host, port, user, database } = target;
  return `postgres://${user}@${host}:${port}/${database}`;
}
