import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anHourAgo, blobsSuite, inAnHour, pieces } from './blobs.suite.ts';
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
  return { blobs: await diskBlobs(root), traces: () => filesIn(root) };
});

describe('blobs in a directory', () => {
  test('check fails when the directory is gone', async () => {
    const root = await mkdtemp(join(base, 'gone-'));
    const blobs = await diskBlobs(root);
    await rm(root, { recursive: true });
    await expect(blobs.check()).rejects.toThrow('ENOENT');
    await expect(blobs.write(pieces(Buffer.from('x')), { maxBytes: 10 })).rejects.toThrow('ENOENT');
  });

  test('a write that waits for its source is not swept while it is young', async () => {
    const root = await mkdtemp(join(base, 'sweep-'));
    const blobs = await diskBlobs(root);
    const body = new PassThrough();
    const write = blobs.write(body, { maxBytes: 1_000_000 });
    body.write(Buffer.alloc(300_000, 1));
    await expect.poll(() => filesIn(root)).toHaveLength(1);
    expect(await blobs.sweepUnfinished(anHourAgo())).toBe(0);
    body.end();
    expect((await write).sizeBytes).toBe(300_000);
  });

  test('a process killed in the middle leaves only what sweepUnfinished removes', async () => {
    const root = await mkdtemp(join(base, 'crash-'));
    const child = writer(root, 'endless');
    await expect.poll(() => filesIn(root)).toHaveLength(1);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const blobs = await diskBlobs(root);
    expect(await Array.fromAsync(blobs.storedBefore(inAnHour()))).toEqual([]);
    expect(await blobs.sweepUnfinished(inAnHour())).toBe(1);
    expect(await filesIn(root)).toEqual([]);
  });

  test('bytes outlive a process that is killed right after the write resolved', async () => {
    const root = await mkdtemp(join(base, 'kill-'));
    const child = writer(root, 'once');
    const [key] = (await once(child, 'message')) as [string];
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await buffer((await diskBlobs(root)).read(key))).toString()).toBe('kept'.repeat(100_000));
  });
});

/** A process of its own that writes one blob, or one that never ends. */
function writer(root: string, mode: 'once' | 'endless'): ChildProcess {
  return fork(new URL('./fixtures/writer.ts', import.meta.url), [root, mode]);
}
