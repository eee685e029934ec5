import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { signIn } from './testing/client.ts';
import { type ClusterTemplate, createClusterTemplate } from './testing/cluster-template.ts';
import { loadTestAccounts } from './testing/load-test-accounts.ts';
import { startLocalServer } from './testing/local-vault.ts';
import { makeServerFolder, type ServerFolder, type ServerProcess } from './testing/server-process.ts';
import {
  contentOf,
  list,
  newUid,
  prepare,
  put,
  scan,
  sendAndScan,
  transfer,
} from './testing/upload-pipeline.ts';
import { beginPut, beginUnfinished } from './testing/unfinished-requests.ts';

// Each test stops a server process with its PostgreSQL. The next start is in the process of the tests.
vi.setConfig({ testTimeout: 180_000 });

const LIMIT_MS = 10_000;
const WATCH_EVERY_MS = 20;
/** More than the buffers of a connection. */
const LARGE = 'large '.repeat(4 * 1024 * 1024);

let template: ClusterTemplate;
let folder: ServerFolder;
const sockets: Socket[] = [];
const frozen: number[] = [];
beforeAll(async () => {
  template = await createClusterTemplate((database) => loadTestAccounts({ database }));
});
afterAll(() => template.remove());
beforeEach(async () => {
  folder = await makeServerFolder(template);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  thaw();
  await folder.remove();
});

/** Sends SIGSTOP to the processes of the embedded PostgreSQL whose command line contains a word, until `thaw`. */
async function freezePostgres(word: string): Promise<void> {
  const postmaster = await folder.postgres();
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  for (const pid of [String(postmaster), ...children.trim().split(' ')]) {
    if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes(word)) continue;
    process.kill(Number(pid), 'SIGSTOP');
    frozen.push(Number(pid));
  }
  expect(frozen).not.toEqual([]);
}

function thaw(): void {
  for (const pid of frozen.splice(0)) {
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // it was killed while it was frozen
    }
  }
}

/** @returns the exit code, and the duration of the stop in ms without the time in which other tests had the cores */
async function stop(server: ServerProcess) {
  const waitedBefore = waitForCoreMs(server);
  let waited = waitedBefore;
  const watch = setInterval(() => (waited = waitForCoreMs(server) ?? waited), WATCH_EVERY_MS);
  const begin = performance.now();
  server.signal('SIGTERM');
  const code = await server.exited;
  clearInterval(watch);
  return { code, ms: performance.now() - begin - ((waited ?? 0) - (waitedBefore ?? 0)) };
}

/**
 * How long the main thread of a process was ready to run and waited for a core, in ms since its start (the second field
 * of schedstat, in nanoseconds).
 * @returns null when it has ended
 */
function waitForCoreMs({ pid }: ServerProcess): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1_000_000;
  } catch {
    return null;
  }
}

async function mustStopInTime(server: ServerProcess): Promise<void> {
  const { code, ms } = await stop(server);
  // The log is part of the comparison, so that a failure shows which step took the time.
  const log = server.log().slice(-10);
  expect({ code, isInTime: ms < LIMIT_MS, ms, log }).toEqual({ code: 0, isInTime: true, ms, log });
}

const isStopping = (server: ServerProcess) =>
  expect.poll(() => server.log().map(({ msg }) => msg)).toContain('Shutting down');

it('SAFE-26 a stop with unfinished requests takes at most 10 s and exits with 0', async () => {
  const first = await folder.start();
  const ada = await signIn(first.origin, 'everything');
  expect(await transfer(ada, [await sendAndScan(ada, 'large.txt', LARGE)])).toEqual([200]);
  const received = newUid();
  expect(await put(await prepare(ada, received, 'received.txt'), 'received')).toMatchObject({ status: 200 });

  const [large] = await list(ada);
  const largeFileId = large?.sfid ?? '';
  const unfinished = await beginUnfinished(first, ada, { uploads: 200, silent: 50, largeFileId });
  sockets.push(...unfinished.sockets);

  await mustStopInTime(first);
  expect(first.log().filter(({ msg }) => msg === 'Requests aborted at shutdown')).toMatchObject([
    { count: unfinished.count },
  ]);
  expect(await folder.postgres()).toBeNull();

  const second = await startLocalServer(folder.path);
  const again = await signIn(second.origin, 'everything');
  expect(await contentOf(again, largeFileId)).toBe(LARGE);
  await scan(again, received);
  expect(await transfer(again, [received])).toEqual([200]);
  expect((await list(again)).map(({ name }) => name)).toEqual(['large.txt', 'received.txt']);
  expect(await second.stop()).toBe(true);
});

it('SAFE-26 an upload that ends within the grace period gets a reply and is stored', async () => {
  const first = await folder.start();
  const ada = await signIn(first.origin, 'everything');
  const uid = newUid();
  const bytes = 'all of it';
  const socket = await beginPut(first, await prepare(ada, uid, 'kept.txt'), bytes.length);
  sockets.push(socket);
  socket.write(bytes.slice(0, 3));
  first.signal('SIGTERM');
  await isStopping(first);
  const answered = once(socket, 'data') as Promise<[Buffer]>;
  socket.write(bytes.slice(3));
  const [answer] = await answered;
  expect(answer.toString()).toMatch(/200 OK[^]*connection: close/i);
  expect(await first.exited).toBe(0);
  expect(first.log().filter(({ msg }) => /cut|Shutdown step/.test(msg))).toEqual([]);

  const second = await startLocalServer(folder.path);
  const again = await signIn(second.origin, 'everything');
  await scan(again, uid);
  expect(await transfer(again, [uid])).toEqual([200]);
  const [file] = await list(again);
  expect(await contentOf(again, file?.sfid ?? '')).toBe(bytes);
  expect(await second.stop()).toBe(true);
});

it('SAFE-26 a second signal ends the process immediately; the next start finds its PostgreSQL', async () => {
  const first = await folder.start();
  const ada = await signIn(first.origin, 'everything');
  sockets.push(await beginPut(first, await prepare(ada, newUid(), 'a.txt'), 1000));
  first.signal('SIGTERM');
  await isStopping(first);
  first.signal('SIGINT');
  expect(await first.exited).toBe(130);
  expect(first.log().at(-1)).toMatchObject({ msg: 'Second signal; exiting immediately', signal: 'SIGINT' });

  const postgres = await folder.postgres();
  expect(postgres).not.toBeNull();
  const second = await folder.start();
  expect(await folder.postgres()).toBe(postgres);
  expect((await stop(second)).code).toBe(0);
  expect(await folder.postgres()).toBeNull();
});

it('SAFE-26 a stop while PostgreSQL is frozen takes at most 10 s and exits with 0', async () => {
  const first = await folder.start();
  const ada = await signIn(first.origin, 'everything');
  expect(await transfer(ada, [await sendAndScan(ada, 'kept.txt', 'kept')])).toEqual([200]);
  const address = await prepare(ada, newUid(), 'a.txt');
  await freezePostgres('postgres');
  // The handler waits for the database: it checks the upload before it reads a large body.
  sockets.push(await beginPut(first, address, 8 * 1024 * 1024));
  await mustStopInTime(first);
  expect(first.log()).toContainEqual(
    expect.objectContaining({ msg: 'Requests aborted at shutdown', count: 1 }),
  );
  thaw();

  const second = await startLocalServer(folder.path);
  const [file] = await list(await signIn(second.origin, 'everything'));
  expect(file?.name).toBe('kept.txt');
  expect(await second.stop()).toBe(true);
  expect(await folder.postgres()).toBeNull();
});

it('SAFE-26 a checkpoint that does not end is aborted, and the next start recovers', async () => {
  const first = await folder.start();
  const ada = await signIn(first.origin, 'everything');
  expect(await transfer(ada, [await sendAndScan(ada, 'kept.txt', 'kept')])).toEqual([200]);
  await freezePostgres('checkpointer');
  await mustStopInTime(first);
  expect(first.log().map(({ msg }) => msg)).toContain(
    'Fast shutdown of PostgreSQL takes too long; ending it without a checkpoint',
  );
  await expect.poll(() => folder.postgres()).toBeNull();

  const second = await startLocalServer(folder.path);
  const [file] = await list(await signIn(second.origin, 'everything'));
  expect(file?.name).toBe('kept.txt');
  expect(await second.stop()).toBe(true);
});
