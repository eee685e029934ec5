import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { childEnv } from '../../testing/child-env.ts';

// Starts a primary process and its workers. A worker of the test does nothing but answer.

interface Line {
  msg: string;
  pid: number;
  /** process number of the worker that the line is about */
  worker?: number;
  code?: number | null;
  signal?: string | null;
}

let folder: string;
let broken: string;
let primary: ChildProcess;
let lines: Line[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-primary-'));
  broken = join(folder, 'broken');
});
afterEach(async () => {
  primary.kill('SIGTERM');
  if (primary.exitCode === null) await once(primary, 'exit');
  await rm(folder, { recursive: true });
});

function start(silenceMs: number): void {
  lines = [];
  const program = join(import.meta.dirname, 'fixtures/two-workers.ts');
  primary = spawn(process.execPath, [program, String(silenceMs), broken], {
    env: childEnv(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (primary.stdout === null) throw new Error('no output');
  createInterface({ input: primary.stdout }).on('line', (line) => lines.push(JSON.parse(line) as Line));
}

/** Waits until workers have started, and returns the process numbers of all that ever did. */
async function started(count: number): Promise<number[]> {
  const working = () => lines.filter(({ msg }) => msg === 'works').map(({ pid }) => pid);
  await expect.poll(() => working().length).toBeGreaterThanOrEqual(count);
  return working();
}

const ended = () => lines.filter(({ msg }) => msg === 'Server process ended; starting another');

it('NODES-05 a server process that is frozen is ended and replaced; one that answers is not', async () => {
  start(2000);
  const [frozen = 0, other = 0] = await started(2);
  process.kill(frozen, 'SIGSTOP');
  const [, , third = 0] = await started(3);
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'Server process does not answer; ending it', worker: frozen }),
  );
  expect(ended()).toMatchObject([{ worker: frozen, signal: 'SIGKILL' }]);
  expect(() => process.kill(frozen, 0)).toThrow('ESRCH');
  for (const worker of [other, third]) expect(process.kill(worker, 0)).toBe(true);
});

it('SAFE-06 NODES-05 when all have ended and none can start, it tries again until they can', async () => {
  start(60_000);
  const first = await started(2);
  await writeFile(broken, '');
  for (const worker of first) process.kill(worker, 'SIGKILL');
  await expect.poll(() => ended().filter(({ code }) => code === 1).length).toBeGreaterThanOrEqual(2);
  await rm(broken);
  await started(4);
  expect(primary.exitCode).toBeNull();
});

it('NODES-05 when the first one cannot start, the program ends with exit code 1', async () => {
  await writeFile(broken, '');
  start(60_000);
  expect(await once(primary, 'exit')).toEqual([1, null]);
  expect(lines).toEqual([]);
});
