import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { findBinaries } from '../platform/database/embedded/binaries.ts';
import { DATABASE_USER } from '../platform/database/embedded/cluster.ts';
import { chooseRunAs, commandAs } from '../platform/database/embedded/run-as.ts';
import { asArguments, serverSettings, TEST_SETTINGS } from '../platform/database/embedded/settings.ts';
import { SOCKET_PORT } from '../platform/database/embedded/socket-directory.ts';
import type { Database, Reader, ReadSource } from '../platform/database/index.ts';
import { createClusterTemplate } from './cluster-template.ts';
import { runOnServer } from './run-on-server.ts';
import { stopWithParent } from './stop-with-parent.ts';

/** A PostgreSQL with a migrated database, and a streaming replica of it. */
export interface ReplicatedDatabase {
  /** addresses in the form of DATABASE_URL */
  url: string;
  replicaUrl: string;
  /**
   * The replica has all changes so far and continues to receive changes, but queries see none of them until `resume`.
   */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 30_000;
// A replica receives only what is flushed.
const SETTINGS = { synchronous_commit: 'on', max_wal_senders: '4', wal_level: 'replica', hot_standby: 'on' };

/** The copies of one stopped cluster; the second one follows the first. */
export async function startReplicated(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-replica-'));
  const [first, second] = [join(folder, 'primary'), join(folder, 'replica')];
  const template = await createClusterTemplate();
  await Promise.all([template.copyTo(first), template.copyTo(second)]);
  await template.remove();
  await writeFile(join(second, 'postgres/standby.signal'), '');
  await appendFile(
    join(second, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = 'host=${first} port=${SOCKET_PORT} user=${DATABASE_USER}'\n`,
  );
  const primary = await startServer(first);
  let replica = await startServer(second);
  const onReplica = (statement: string) => runOnServer({ connectionString: urlOf(second) }, statement);
  return {
    url: urlOf(first),
    replicaUrl: urlOf(second),
    pause: async () => {
      const position = await positionOf(urlOf(first));
      // Division by zero until the replica has it.
      await until(() => onReplica(`select 1 / (pg_last_wal_replay_lsn() >= '${position}')::int`));
      await onReplica('select pg_wal_replay_pause()');
      await until(() => onReplica("select 1 / (pg_get_wal_replay_pause_state() = 'paused')::int"));
    },
    resume: () => onReplica('select pg_wal_replay_resume()'),
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = await startServer(second);
    },
    stop: async () => {
      await replica.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param folder has the cluster in `postgres`, and gets the socket */
async function startServer(folder: string): Promise<{ stop: () => Promise<void> }> {
  const cluster = join(folder, 'postgres');
  const binaries = await findBinaries();
  const runAs = await chooseRunAs(binaries, folder, cluster);
  const settings = { ...serverSettings(folder), ...TEST_SETTINGS, ...SETTINGS };
  const { file, args, options } = commandAs(runAs, binaries.postgres, [
    '-D',
    cluster,
    ...asArguments(settings),
  ]);
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const log: string[] = [];
  child.stderr.on('data', (text: Buffer) => log.push(String(text)));
  const guard = stopWithParent({ pids: [child.pid ?? 0], signal: 'KILL', folder });
  const stop = async () => {
    guard.cancel();
    await stopServer(child);
  };
  const connect = () => runOnServer({ connectionString: urlOf(folder) }, 'select 1');
  await until(connect, () => child.exitCode !== null).catch(async (error: unknown) => {
    await stop();
    throw new Error(`PostgreSQL does not start: ${log.join('')}`, { cause: error });
  });
  return { stop };
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  // the fast stop of PostgreSQL: connections are closed
  child.kill('SIGINT');
  await exited;
}

/** Repeats an attempt until it succeeds. @throws its last error, also when `isOver` */
async function until(attempt: () => Promise<void>, isOver = () => false): Promise<void> {
  const giveUpAt = performance.now() + START_LIMIT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (isOver() || performance.now() > giveUpAt) throw error;
      await sleep(20);
    }
  }
}

const urlOf = (folder: string): string =>
  `postgres://${DATABASE_USER}@localhost:${SOCKET_PORT}/vault?host=${encodeURIComponent(folder)}`;

async function positionOf(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ position: string }>(
      'select pg_current_wal_lsn()::text as position',
    );
    return rows[0]?.position ?? '';
  } finally {
    await client.end();
  }
}

/** A read that says what serves it. */
export async function whoServes({ kysely }: ReadSource): Promise<'replica' | 'database'> {
  const { rows } = await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(
    kysely,
  );
  return rows[0]?.isReplica === true ? 'replica' : 'database';
}

/** Waits until the replica has all that this reader must see. */
export async function waitForReplica(database: Pick<Database, 'read'>, reader: Reader): Promise<void> {
  await vi.waitFor(async () => expect(await database.read(reader, whoServes)).toBe('replica'), {
    timeout: 30_000,
    interval: 20,
  });
}
