import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ClusterTemplate, createClusterTemplate } from '../../testing/cluster-template.ts';
import { hasEnded } from './embedded/process.ts';
import { makeDataFolder, startServer, type DataFolder, type ServerProcess } from './fixtures/start-server.ts';

// Uses real server processes and PostgreSQL processes, ended by real signals. There are no fakes.

let template: ClusterTemplate;
let folder: DataFolder;
let servers: ServerProcess[] = [];

async function start(account?: { uid: number; gid: number }): Promise<ServerProcess> {
  const server = await startServer(folder.path, account);
  servers.push(server);
  return server;
}

async function ids(server: ServerProcess): Promise<unknown[]> {
  return (await server.query('select id from note order by id')).map(({ id }) => id);
}

/** The number of servers that use the PostgreSQL. */
const shares = (server: ServerProcess) =>
  server.query(`select count(*)::int as shares from pg_locks where locktype = 'advisory' and granted`);

/** Replaces the prepared folder by an empty one, as before the first start of a vault. */
async function emptyFolder(): Promise<void> {
  await folder.remove();
  folder = await makeDataFolder();
}

beforeAll(async () => {
  template = await createClusterTemplate();
});
afterAll(() => template.remove());
beforeEach(async () => {
  folder = await makeDataFolder(template);
});
afterEach(async () => {
  await Promise.all(
    servers.map(async (server) => (server.child.exitCode === null ? server.kill() : undefined)),
  );
  servers = [];
  await folder.remove();
});

describe('the embedded PostgreSQL', () => {
  test('PostgreSQL starts with the server, ends with it on SIGTERM, and keeps the stored rows', async () => {
    await emptyFolder();
    const first = await start();
    await first.query('create table note (id int)');
    await first.query('insert into note values (1)');
    expect(await folder.postgres()).not.toBeNull();
    expect(await first.stop()).toBe(0);
    expect(await folder.postgres()).toBeNull();
    const second = await start();
    expect(await ids(second)).toEqual([1]);
  });

  test('PostgreSQL has no network address, and only this user can open its socket', async () => {
    await emptyFolder();
    const server = await start();
    const [row] = await server.query(
      `select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
         current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums,
         current_setting('unix_socket_directories') as socket`,
    );
    expect(row).toMatchObject({ addresses: '', fsync: 'on', commit: 'on', checksums: 'on' });
    expect((await stat(String(row?.['socket']))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder.path, 'postgres'))).mode & 0o777).toBe(0o700);
  });

  test('PostgreSQL does not receive Ctrl-C of the terminal, because it has its own session', async () => {
    await start();
    const status = await readFile(`/proc/${await folder.postgres()}/stat`, 'utf8');
    const [, , processGroup] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    expect(Number(processGroup)).toBe(await folder.postgres());
  });

  test('PostgreSQL works in a data folder with a path too long for a socket', async () => {
    await folder.remove();
    folder = await makeDataFolder(template, `${'long-'.repeat(20)}name`);
    const server = await start();
    expect(await server.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('PostgreSQL logs to the data folder', async () => {
    await start();
    expect(await readFile(join(folder.path, 'postgres.log'), 'utf8')).toContain(
      'ready to accept connections',
    );
  });
});

describe('after kill -9 of the server or of PostgreSQL', () => {
  test('after kill -9 of the server the next start uses the running PostgreSQL', async () => {
    const first = await start();
    await first.query('create table note (id int)');
    await first.query('insert into note values (1)');
    const pid = await folder.postgres();
    await first.kill();
    const second = await start();
    expect(await folder.postgres()).toBe(pid);
    expect(await ids(second)).toEqual([1]);
    await expect.poll(() => shares(second)).toEqual([{ shares: 1 }]);
    await second.stop();
    expect(await folder.postgres()).toBeNull();
  });

  test('after kill -9 of PostgreSQL the server restarts it and has every acknowledged row', async () => {
    const server = await start();
    await server.query('create table note (id int)');
    await server.query('insert into note values (1)');
    const pid = (await folder.postgres()) ?? 0;
    process.kill(pid, 'SIGKILL');
    await hasEnded(pid, 5000);
    await expect.poll(() => folder.postgres(), { timeout: 20_000 }).not.toBeOneOf([pid, null]);
    await expect.poll(() => ids(server).catch(String), { timeout: 20_000 }).toEqual([1]);
    expect(await server.stop()).toBe(0);
    expect(await folder.postgres()).toBeNull();
  });

  test('after kill -9 of both during writes the next start has every acknowledged row', async () => {
    const server = await start();
    await server.query('create table note (id int)');
    const acknowledged: number[] = [];
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let id = writer; ; id += 4) {
        await server.query(`insert into note values (${id})`);
        acknowledged.push(id);
      }
    });
    // The writers fail after the kill, so their results are awaited before it.
    const ended = Promise.allSettled(writers);
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(100);
    process.kill((await folder.postgres()) ?? 0, 'SIGKILL');
    await server.kill();
    await ended;
    const next = await start();
    expect(await ids(next)).toEqual(expect.arrayContaining(acknowledged));
  });

  test('after kill -9 during the creation of the database the next start cleans up', async () => {
    const unfinished = join(folder.path, '.postgres-new-999999999-x');
    const first = await start();
    await first.stop();
    await writeFile(unfinished, '');
    await start();
    await expect(stat(unfinished)).rejects.toThrow('ENOENT');
  });
});

describe('several servers on one data folder', () => {
  test('two concurrent starts on an empty folder share one PostgreSQL; the last stop ends it', async () => {
    await emptyFolder();
    const [one, two] = await Promise.all([start(), start()]);
    const pid = await folder.postgres();
    await one.query('create table note (id int)');
    await two.query('insert into note values (1)');
    await one.stop();
    expect(await folder.postgres()).toBe(pid);
    expect(await ids(two)).toEqual([1]);
    await two.stop();
    expect(await folder.postgres()).toBeNull();
  });

  test('a server that joined later can be the last one; a killed server is not counted', async () => {
    const starter = await start();
    const [joined, killed] = await Promise.all([start(), start()]);
    await killed.kill();
    // PostgreSQL notices the kill a moment later; until then it counts the killed server.
    await expect.poll(() => shares(starter)).toEqual([{ shares: 2 }]);
    await starter.stop();
    expect(await joined.query('select 1 as one')).toEqual([{ one: 1 }]);
    await joined.stop();
    expect(await folder.postgres()).toBeNull();
  });

  test('three concurrent stops leave no PostgreSQL', async () => {
    const all = await Promise.all([start(), start(), start()]);
    expect(await Promise.all(all.map((server) => server.stop()))).toEqual([0, 0, 0]);
    expect(await folder.postgres()).toBeNull();
  });

  test('a start during the last stop still gets a PostgreSQL', async () => {
    const leaving = await start();
    const [, coming] = await Promise.all([leaving.stop(), start()]);
    expect(await coming.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('situations in which an operator has to act', () => {
  test('a pid file with the number of another program does not prevent the start', async () => {
    const first = await start();
    await first.stop();
    const lines = [
      process.pid,
      join(folder.path, 'postgres'),
      1,
      5432,
      join(folder.path, 'postgres-socket'),
      '',
      '',
    ];
    await writeFile(join(folder.path, 'postgres/postmaster.pid'), lines.join('\n'));
    const second = await start();
    expect(await second.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a folder of another major version is refused with a sentence', async () => {
    const first = await start();
    await first.stop();
    await writeFile(join(folder.path, 'postgres/PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/was written by PostgreSQL 17.*includes PostgreSQL 18/);
  });

  test('a PostgreSQL that cannot start is reported with the end of its log', async () => {
    const first = await start();
    await first.stop();
    await writeFile(join(folder.path, 'postgres/postgresql.conf'), 'no_such_setting = 1\n');
    await expect(start()).rejects.toThrow(/PostgreSQL did not start.*no_such_setting/s);
  });
});

describe.runIf(process.getuid?.() === 0)('a server started as root', () => {
  test('a server started as root works, and its PostgreSQL does not run as root', async () => {
    const server = await start();
    expect(await server.query('select 1 as one')).toEqual([{ one: 1 }]);
    const map = await readFile(`/proc/${await folder.postgres()}/uid_map`, 'utf8');
    expect(map.trim().split(/\s+/)).toEqual(['65534', '0', '1']);
  });

  test('a data folder that an ordinary user has created is used with the rights of that user', async () => {
    await emptyFolder();
    const nobody = { uid: 65_534, gid: 65_534 };
    await mkdir(folder.path);
    await chown(dirname(folder.path), nobody.uid, nobody.gid);
    await chown(folder.path, nobody.uid, nobody.gid);
    const first = await start(nobody);
    await first.query('create table note as select 1 as id');
    await first.stop();
    const asRoot = await start();
    expect(await ids(asRoot)).toEqual([1]);
    expect((await stat(`/proc/${await folder.postgres()}`)).uid).toBe(nobody.uid);
  });

  test('an ordinary user gets an error when the folder belongs to root', async () => {
    await (await start()).stop();
    await chmod(dirname(folder.path), 0o755);
    await expect(start({ uid: 65_534, gid: 65_534 })).rejects.toThrow(/belongs to the user with the id 0/);
  });
});
