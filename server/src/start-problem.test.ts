import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenAt, makeDataDir, StartProblem } from './start-problem.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a start that the machine does not allow says what to write', () => {
  test('a data folder is made with its parents', async () => {
    const dataDir = join(folder, 'new/data');
    await makeDataDir({ dataDir });
    expect((await stat(dataDir)).isDirectory()).toBe(true);
  });

  test('a file in the place of the data folder, or above it', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const dataDir of [file, join(file, 'data')]) {
      // oxlint-disable-next-line no-await-in-loop -- two cases
      await expect(makeDataDir({ dataDir })).rejects.toThrow(
        new StartProblem(
          `The data folder ${dataDir} cannot be used, because there is a file in its place: write another path in DATA_DIR.`,
        ),
      );
    }
  });

  test('a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => {
      other.once('listening', resolve);
    });
    const { port } = other.address() as AddressInfo;
    await expect(listenAt(Fastify(), { host: '127.0.0.1', port })).rejects.toThrow(
      new StartProblem(
        `Port ${port} of 127.0.0.1 is in use: stop the program that uses it, or write another number in PORT.`,
      ),
    );
    other.close();
  });

  test.each(['192.0.2.77', 'no-such-host.invalid'])('%s, which is not of this machine', async (host) => {
    await expect(listenAt(Fastify(), { host, port: 0 })).rejects.toThrow(
      new StartProblem(
        `${host} is not an address of this machine: write HOST=127.0.0.1, or HOST=0.0.0.0 for all of its addresses.`,
      ),
    );
  });

  test('a port for which the account has no right', async () => {
    const app = {
      listen: () => Promise.reject(Object.assign(new Error('listen EACCES'), { code: 'EACCES' })),
    };
    await expect(listenAt(app, { host: '127.0.0.1', port: 80 })).rejects.toThrow(
      new StartProblem('This account cannot use port 80: write a number above 1023 in PORT.'),
    );
  });
});
