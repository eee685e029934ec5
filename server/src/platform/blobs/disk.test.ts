import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programAt } from '../../testing/programs.ts';
import { anHourAgo, blobsSuite, inAnHour } from './blobs.suite.ts';
import { pieces } from './fixtures/bodies.ts';
import { diskBlobs } from './disk.ts';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'vault-blobs-'));
});
afterAll(() => rm(base, { recursive: true }));

const filesIn = async (root: string): Promise<string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((e) => e.isFile())
    .map((e) => e.name);

blobsSuite('a directory', async () => {
  const root = await mkdtemp(join(base, 'store-'));
  return {
    blobs: await diskBlobs(root),
    traces: () => filesIn(root),
    overwrite: (key, bytes) => writeFile(join(root, key), bytes),
  };
});

describe('blobs in a directory', () => {
  test('check fails when the directory does not exist', async () => {
    const root = await mkdtemp(join(base, 'gone-'));
    const blobs = await diskBlobs(root);
    await rm(root, { recursive: true });
    await expect(blobs.check()).rejects.toThrow('ENOENT');
    await expect(blobs.write(pieces(Buffer.from('x')), { maxBytes: 10 })).rejects.toThrow('ENOENT');
  });

  test('a write that waits for its source is not deleted while it is young', async () => {
    const root = await mkdtemp(join(base, 'sweep-'));
    const blobs = await diskBlobs(root);
    const body = new PassThrough();
    const write = blobs.write(body, { maxBytes: 1_000_000 });
    body.write(Buffer.alloc(300_000, 1));
    await expect.poll(() => filesIn(root)).toHaveLength(1);
    expect(await blobs.deleteUnfinished(anHourAgo())).toBe(0);
    body.end();
    expect((await write).sizeBytes).toBe(300_000);
  });

  test('a process killed during a write leaves only files that deleteUnfinished removes', async () => {
    const root = await mkdtemp(join(base, 'crash-'));
    const child = writer(root, 'endless');
    await expect.poll(() => filesIn(root)).toHaveLength(1);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const blobs = await diskBlobs(root);
    expect(await Array.fromAsync(blobs.list())).toEqual([]);
    expect(await blobs.deleteUnfinished(inAnHour())).toBe(1);
    expect(await filesIn(root)).toEqual([]);
  });

  test('bytes survive a process that is killed right after the write resolved', async () => {
    const root = await mkdtemp(join(base, 'kill-'));
    const child = writer(root, 'once');
    const [key] = (await once(child, 'message')) as [string];
    child.kill('SIGKILL');
    await once(child, 'exit');
    const kept = 'kept'.repeat(100_000);
    const { sha256 } = await (await diskBlobs(root)).measure(key);
    expect(sha256).toEqual(createHash('sha256').update(kept).digest());
  });
});

describe('a folder or a pipe with the name of a blob', () => {
  test('SAFE-22 a folder with the name of a blob is reported as damage and has no size', async () => {
    const root = await mkdtemp(join(base, 'folder-'));
    const blobs = await diskBlobs(root);
    const blob = await blobs.write(pieces(Buffer.from('bytes')), { maxBytes: 10 });
    await rm(join(root, blob.key));
    await mkdir(join(root, blob.key));
    const reader = await blobs.open(blob);
    await expect(reader.read(Buffer.alloc(5))).rejects.toMatchObject({ damage: 'unreadable' });
    await reader.close();
    expect(await blobs.sizeOf(blob.key)).toBeNull();
  });
});

const mkfifo = programAt('mkfifo');

test.skipIf(mkfifo === null)(
  'SAFE-23 a file system call that does not return fails at its time limit',
  async () => {
    const root = await mkdtemp(join(base, 'hanging-'));
    const blobs = await diskBlobs(root, { limits: { callMs: 50, writeMs: 50, syncMs: 50 } });
    const blob = await blobs.write(pieces(Buffer.from('bytes')), { maxBytes: 10 });
    const path = join(root, blob.key);
    await rm(path);
    // A pipe replaces the blob, because opening a pipe waits for a writer.
    execFileSync(mkfifo ?? '', [path]);
    await expect(blobs.open(blob)).rejects.toMatchObject({ operation: 'open', code: 'ETIMEDOUT' });
    await (await open(path, 'w')).close();
  },
);

/** Starts a process that writes one blob, or a blob whose source never ends. */
function writer(root: string, mode: 'once' | 'endless'): ChildProcess {
  return fork(new URL('./fixtures/writer.ts', import.meta.url), [root, mode]);
}
