import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandAs, type RunAs } from '../platform/database/embedded/run-as.ts';
import type { Target } from '../platform/database/target.ts';
import { programAt } from './programs.ts';
import { stopWithParent } from './stop-with-parent.ts';

/** A real PgBouncer in transaction mode in front of the PostgreSQL of the tests, for all of its databases. */
export interface PgBouncer {
  /** an address in the form of DATABASE_URL */
  urlOf(database: string): string;
  stop(): Promise<void>;
}

interface Options {
  /** statement that PgBouncer sends on each new connection to PostgreSQL */
  connectQuery?: string;
  /** connections to PostgreSQL for each database */
  size?: number;
}

/** The limits that the vault demands, as the settings of a role would have them. */
export const LIMITS_QUERY =
  "set statement_timeout = 30000; set lock_timeout = 8000; set idle_in_transaction_session_timeout = 6000; set timezone = 'UTC'";

const PORT = 6432;
const START_LIMIT_MS = 10_000;

export const hasPgBouncer = (): boolean => programAt('pgbouncer') !== null;

/** @throws Error when it does not start; the message contains its log */
export async function startPgBouncer(server: Target, options: Options = {}): Promise<PgBouncer> {
  const { connectQuery = LIMITS_QUERY, size = 2 } = options;
  const program = programAt('pgbouncer');
  if (program === null) throw new Error('PgBouncer is not installed (Debian: pgbouncer)');
  if ('connectionString' in server) throw new Error('The PostgreSQL of the tests is not external');
  const folder = await mkdtemp(join(tmpdir(), 'vault-pgbouncer-'));
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(settings, settingsOf(server, { connectQuery, size, folder }));
  // PgBouncer refuses to run as root, as PostgreSQL does. The owner of the socket can connect to PostgreSQL.
  const { uid, gid } = await stat(server.host);
  const { file, args, options: processOptions } = commandAs(runAsOf(uid, gid), program, [settings]);
  await Promise.all([folder, settings].map((path) => chown(path, uid, gid)));
  const child = spawn(file, args, { ...processOptions, stdio: ['ignore', 'pipe', 'pipe'] });
  const log: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => log.push(String(text)));
  const guard = stopWithParent({ pids: [child.pid ?? 0], signal: 'KILL', folder });
  const exited = once(child, 'exit');
  const stop = async () => {
    guard.cancel();
    child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const giveUpAt = performance.now() + START_LIMIT_MS;
  while ((await stat(join(folder, `.s.PGSQL.${PORT}`)).catch(() => null)) === null) {
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      await stop();
      throw new Error(`PgBouncer does not start: ${log.join('')}`);
    }
    await sleep(10);
  }
  const urlOf = (database: string) =>
    `postgres://${server.user}@localhost:${PORT}/${database}?host=${encodeURIComponent(folder)}`;
  return { urlOf, stop };
}

function runAsOf(uid: number, gid: number): RunAs {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  return uid === 0 ? { kind: 'namespace' } : { kind: 'account', name: 'owner of the socket', uid, gid };
}

type Server = Exclude<Target, { connectionString: string }>;

function settingsOf(server: Server, options: Required<Options> & { folder: string }): string {
  const { host, port, user } = server;
  const query = options.connectQuery.replaceAll("'", "''");
  return `[databases]
* = host=${host} port=${port} user=${user} connect_query='${query}'
[pgbouncer]
listen_addr =
listen_port = ${PORT}
unix_socket_dir = ${options.folder}
auth_type = any
pool_mode = transaction
default_pool_size = ${options.size}
max_client_conn = 200
`;
}
