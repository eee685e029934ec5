import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signIn } from './testing/client.ts';
import { createTestDatabase } from './testing/database.ts';
import { freePort } from './testing/free-ports.ts';
import { dashboardExpressions, metricsOf, ruleExpressions } from './testing/monitoring.ts';
import {
  type ServerProcess,
  startAgain,
  startServerProcess,
  type TestServerProcess,
} from './testing/server-process.ts';
import { list, newUid, prepare, put, scan, transfer } from './testing/upload-pipeline.ts';

// Several servers start one after the other, which a busy machine does slowly.
vi.setConfig({ testTimeout: 180_000 });

/** @returns the process numbers of the server processes */
async function workersOf({ pid }: ServerProcess): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = children.trim().split(' ').filter(Boolean).map(Number);
  const isServer = async (child: number) =>
    (await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')).includes('main.ts');
  const found = await Promise.all(pids.map(async (child) => ((await isServer(child)) ? [child] : [])));
  return found.flat();
}

/** Waits until each of the running processes has answered a request: connections go to the processes in turn. */
async function bothAnswer(vault: ServerProcess): Promise<number[]> {
  const replaced = replacedOf(vault);
  const seen = new Set<number>();
  const call = async () => {
    await fetch(`${vault.origin}/healthz`, { headers: { connection: 'close' } }).catch(() => null);
    for (const { msg, pid } of vault.log()) {
      if (msg === 'request' && !replaced.includes(Number(pid))) seen.add(Number(pid));
    }
    return seen.size;
  };
  // The second process starts after the first one.
  await expect.poll(call, { timeout: 45_000 }).toBe(2);
  return [...seen];
}

/** The processes that have ended and are replaced. */
const replacedOf = (vault: ServerProcess): number[] =>
  vault
    .log()
    .filter(({ msg }) => msg === 'Server process ended; starting another')
    .map((line) => Number(line['worker']));

describe('NODES-05 several server processes on one port', () => {
  let vault: TestServerProcess;
  beforeAll(async () => {
    vault = await startServerProcess({ PROCESSES: '2' });
  });
  afterAll(() => vault.close());

  it('NODES-05 serve together', async () => {
    const seen = await bothAnswer(vault);
    expect(new Set(await workersOf(vault))).toEqual(new Set(seen));
  });

  it('NODES-05 /metrics has the requests of all processes, and states that hold for all of them', async () => {
    const metrics = async () => (await fetch(`${vault.origin}/metrics`)).text();
    const text = await metrics();
    const counts = [...text.matchAll(/^http_request_duration_seconds_count\{.*\} (\d+)$/gm)];
    const total = counts.reduce((sum, [, count]) => sum + Number(count), 0);
    for (const pid of await workersOf(vault)) {
      const own = vault.log().filter((line) => line.msg === 'request' && line['pid'] === pid).length;
      expect(own).toBeGreaterThan(0);
      expect(total).toBeGreaterThan(own);
    }
    expect(text).toMatch(/^vault_database_available 1$/m);
    // A busy machine can need more than one scrape.
    await expect.poll(metrics).toMatch(/^vault_scanner_available 1$/m);
  });

  it('NODES-11 /metrics has every metric that the dashboard and the alert rules read', async () => {
    const read = metricsOf([
      ...ruleExpressions(),
      ...dashboardExpressions().map(({ expression }) => expression),
    ]);
    expect(read.size).toBeGreaterThan(25);
    const missing = async () => {
      const text = await (await fetch(`${vault.origin}/metrics`)).text();
      const served = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
      return [...read].filter((name) => !served.has(name));
    };
    // While the second process starts, the metrics of all are not known.
    await expect.poll(missing, { timeout: 45_000 }).toEqual([]);
  });

  it('NODES-04 NODES-05 an upload continues in the other process when one is killed, which is replaced', async () => {
    const [first = 0] = await workersOf(vault);
    const ada = await signIn(vault.origin, 'everything');
    const key = newUid();
    await put(await prepare(ada, key, 'kept.txt'), 'kept');
    process.kill(first, 'SIGKILL');
    expect(await retried(() => scan(ada, key))).toMatchObject([{ scan_status: 'PASS' }]);
    expect(await retried(() => transfer(ada, [key]))).toEqual([200]);
    expect(await retried(() => list(ada))).toMatchObject([{ name: 'kept.txt' }]);
    await expect.poll(async () => (await workersOf(vault)).length).toBe(2);
    expect(vault.log()).toContainEqual(
      expect.objectContaining({ msg: 'Server process ended; starting another', worker: first }),
    );
  });

  it('NODES-03 a process whose folder of files is not shared refuses to start', async () => {
    const other = { database: vault.database, dataDir: join(vault.dataDir, '..', 'other') };
    await expect(startAgain(other)).rejects.toThrow(
      /exited with 1 [^]*does not have the files of this vault/,
    );
  });

  it('NODES-05 SAFE-26 a stop ends all of them with exit code 0', async () => {
    vault.signal('SIGTERM');
    expect(await vault.exited).toBe(0);
  });

  it('GUARD-03 only one process makes the address for the first administrator', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vault-processes-'));
    const database = await createTestDatabase();
    const fresh = await startAgain(
      { database, dataDir: join(folder, 'data') },
      { PROCESSES: '2', ACCOUNTS_FILE: '' },
    );
    try {
      await bothAnswer(fresh);
      const { rows } = await sql`select from one_time_address`.execute(database.kysely);
      expect(rows).toHaveLength(1);
    } finally {
      fresh.signal('SIGTERM');
      await fresh.exited;
      await database.drop();
      await rm(folder, { recursive: true });
    }
  });

  it('NODES-05 all are replaced when they are killed at the same time; a stop before that exits with 0', async () => {
    // With port 0 the processes that replace them would get another port.
    const other = await startServerProcess({ PROCESSES: '2', PORT: String(await freePort()) });
    const killAll = async () => {
      const killed = await bothAnswer(other);
      for (const pid of killed) process.kill(pid, 'SIGKILL');
      await expect.poll(() => replacedOf(other)).toEqual(expect.arrayContaining(killed));
    };
    try {
      await killAll();
      await killAll();
      other.signal('SIGTERM');
      expect(await other.exited).toBe(0);
    } finally {
      await other.close();
    }
  });

  it('NODES-05 a server that cannot start ends with its sentence and exit code 1', async () => {
    const env = { PROCESSES: '2', HOST: '192.0.2.1', PUBLIC_URL: 'http://192.0.2.1' };
    await expect(startServerProcess(env)).rejects.toThrow('exited with 1 before it listened');
  });
});

/** A client that repeats a call while its connections are lost; it can have several open ones to the killed process. */
async function retried<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each attempt follows the one before
      return await call();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
}
