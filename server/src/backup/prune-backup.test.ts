import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { folderPlace } from '../platform/backup-place/index.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { fileOf } from '../testing/damage.ts';
import { fillVault } from '../testing/real-files.ts';
import { ACME } from '../testing/seeded-items.ts';
import { deleteForever } from './fixtures/delete-forever.ts';
import { whileLeased } from './hold-lease.ts';
import { createBackup, pruneBackup, verifyBackup } from './index.ts';

const DAY_MS = 24 * 3_600_000;
/** A clock that shows a day of this test. */
const onDay = (day: number) => ({ now: () => new Date(Date.UTC(2026, 0, 1) + day * DAY_MS) });
const quiet = { signal: new AbortController().signal, onProgress: (): void => undefined };

let vault: TestApp;
let base: string;
let folder: string;
let n = 0;
beforeAll(async () => {
  vault = await createTestApp();
  await fillVault(vault.deps, ACME, { files: [{ name: 'kept.txt', bytes: 'kept' }] });
  base = await mkdtemp(join(tmpdir(), 'vault-prune-'));
});
afterAll(async () => {
  await vault.close();
  await rm(base, { recursive: true, force: true });
});
beforeEach(() => {
  n += 1;
  folder = join(base, `backup ${n}`);
});

/** @returns the name of the snapshot */
async function backUpOn(day: number): Promise<string> {
  const deps = { ...vault.deps, clock: onDay(day) };
  const { snapshot } = await createBackup(deps, folderPlace(folder), { lockedKey: null, ...quiet });
  return snapshot;
}

const pruneOn = (day: number, { keepDays = 30, signal = quiet.signal } = {}) =>
  pruneBackup({ database: vault.database, clock: onDay(day) }, folderPlace(folder), {
    ...quiet,
    keepDays,
    signal,
  });
const problemsOf = async (snapshot: string) =>
  (await verifyBackup(folderPlace(folder), { ...quiet, snapshot, readsContents: true })).problems;
const snapshots = async () => (await readdir(join(folder, 'snapshots'))).toSorted();
const everything = async () => (await readdir(folder, { recursive: true })).toSorted();

/** @returns the path of the content of a new file in the backup */
async function addFile(name: string): Promise<{ id: string; copy: string }> {
  await fillVault(vault.deps, ACME, { files: [{ name, bytes: `of ${name}` }] });
  const { id, blobKey } = await fileOf(vault, name);
  return { id, copy: join(folder, 'blobs', blobKey) };
}

it('SAFE-04 removes old snapshots and the contents that only they have; the others stay right', async () => {
  const { id, copy } = await addFile('deleted.txt');
  const first = await backUpOn(0);
  const second = await backUpOn(1);
  await deleteForever(vault, id);
  const third = await backUpOn(20);
  const newest = await backUpOn(40);
  expect(existsSync(copy)).toBe(true);
  expect(await pruneOn(41)).toEqual({
    removed: [first, second],
    kept: [third, newest],
    contents: 1,
    bytes: 'of deleted.txt'.length,
  });
  expect([existsSync(copy), await snapshots()]).toEqual([false, [third, newest]]);
  expect([await problemsOf(third), await problemsOf(newest)]).toEqual([[], []]);
  expect(await pruneOn(41)).toEqual({ removed: [], kept: [third, newest], contents: 0, bytes: 0 });
});

it('SAFE-04 keeps a content that a kept snapshot has, although the vault has deleted it', async () => {
  const { id, copy } = await addFile('in the older one.txt');
  const older = await backUpOn(0);
  await deleteForever(vault, id);
  await backUpOn(1);
  expect(await pruneOn(2)).toMatchObject({ removed: [], contents: 0 });
  expect([existsSync(copy), await problemsOf(older)]).toEqual([true, []]);
});

it('SAFE-04 never removes the newest snapshot, however old it is', async () => {
  const first = await backUpOn(0);
  const newest = await backUpOn(1);
  expect(await pruneOn(1000, { keepDays: 1 })).toMatchObject({ removed: [first], kept: [newest] });
  expect(await problemsOf(newest)).toEqual([]);
});

it('SAFE-04 that was interrupted is continued by the next run', async () => {
  const { id, copy } = await addFile('left.txt');
  const first = await backUpOn(0);
  await deleteForever(vault, id);
  const newest = await backUpOn(40);
  const before = await everything();
  await expect(pruneOn(41, { signal: AbortSignal.abort(new Error('interrupted')) })).rejects.toThrow(
    'interrupted',
  );
  expect(await everything()).toEqual(before);
  // The run ended between the snapshot and its contents.
  await folderPlace(folder).removeSnapshot(first);
  expect(await pruneOn(41)).toMatchObject({ removed: [], kept: [newest], contents: 1 });
  expect(existsSync(copy)).toBe(false);
});

it('SAFE-04 removes nothing while the list of a kept snapshot is not right', async () => {
  await backUpOn(0);
  const kept = await backUpOn(39);
  await backUpOn(40);
  await appendFile(join(folder, 'snapshots', kept, 'blobs.tsv'), 'x');
  const before = await everything();
  await expect(pruneOn(41)).rejects.toThrow(
    `The list of contents of the snapshot ${kept} is missing, cut or altered, so nothing was removed.`,
  );
  await writeFile(join(folder, 'snapshots', kept, 'manifest.json'), '{');
  await expect(pruneOn(41)).rejects.toThrow('was cut or altered');
  expect(await everything()).toEqual(before);
});

it('SAFE-04 removes nothing of a backup that was never finished', async () => {
  await backUpOn(0);
  const [name = ''] = await snapshots();
  await rm(join(folder, 'snapshots', name), { recursive: true });
  const before = await everything();
  expect(await pruneOn(41)).toEqual({ removed: [], kept: [], contents: 0, bytes: 0 });
  expect(await everything()).toEqual(before);
});

it('SAFE-04 is refused while a backup of the vault runs, and in a place without a backup of this vault', async () => {
  await whileLeased(vault.database, async () => {
    await expect(pruneOn(41)).rejects.toThrow('Another backup of this vault is running.');
  });
  await expect(pruneOn(41)).rejects.toThrow(`There is no backup in ${folder}.`);
  await backUpOn(0);
  await writeFile(join(folder, 'vault-backup.json'), '{"format":1,"vaultId":"another"}');
  await expect(pruneOn(41)).rejects.toThrow(`${folder} has backups of another vault.`);
});
