import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '@vault/contract';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { damage, DAMAGES, fileOf } from '../testing/damage.ts';
import { fillVault } from '../testing/real-files.ts';
import { ACME } from '../testing/seeded-items.ts';
import { newestRound, type ScrubbedBlob } from './scrub.queries.ts';
import { scrub, scrubByTheClock, scrubMarked, type ScrubOptions } from './scrub.ts';
import type { BlobState } from './verify-blob.ts';

const FAST = { bytesPerSecond: 1024 ** 3 };
const DAY_MS = 24 * 60 * 60_000;
const NAMES = Array.from({ length: 12 }, (_, n) => `file ${n}.txt`);

let vault: TestApp;
let signal: AbortSignal;
beforeAll(async () => {
  vault = await createTestApp();
  await fillVault(vault.deps, ACME, { files: NAMES.map((name) => ({ name, bytes: `content of ${name}` })) });
});
afterAll(() => vault.close());
beforeEach(async () => {
  ({ signal } = new AbortController());
  await sql`truncate scrub_round`.execute(vault.database.kysely);
});

const run = async (options: Partial<ScrubOptions> = {}) => scrub(vault.deps, { ...FAST, signal, ...options });
const keyOf = async (name: string) => (await fileOf(vault, name)).blobKey;
const marked = async () => {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from blob where damaged_at is not null`.execute(vault.database.kysely);
  return rows.map(({ key }) => key);
};
/** Collects what a run reads. */
function reader() {
  const read: { key: string; state: BlobState }[] = [];
  const onBlob = ({ key }: ScrubbedBlob, state: BlobState) => void read.push({ key, state });
  return { read, onBlob };
}

it('SAFE-02 a round reads every content, and changes nothing when all are right', async () => {
  const { read, onBlob } = reader();
  const done = await run({ onBlob });
  expect(done).toMatchObject({
    outcome: 'finished',
    round: { totalBlobs: 12, checkedBlobs: 12, damagedBlobs: 0 },
  });
  expect(new Set(read.map(({ key }) => key)).size).toBe(12);
  expect(await marked()).toEqual([]);
  expect(await newestRound(vault.database.kysely)).toEqual(done?.round);
});

describe('SAFE-02 damaged bytes are marked', () => {
  const kinds = { ...DAMAGES, 'longer, with a good start': (path: string) => appendFile(path, 'x') };
  it.each(Object.entries(kinds))(
    'SAFE-02 that are %s, until the content is stored again',
    async (kind, how) => {
      const name = `damaged ${kind}.txt`;
      const bytes = `of ${name}`;
      await fillVault(vault.deps, ACME, { files: [{ name, bytes }] });
      const key = await keyOf(name);
      await how(join(vault.blobsDir, key));
      const { read, onBlob } = reader();
      expect(await run({ onBlob })).toMatchObject({ outcome: 'finished', round: { damagedBlobs: 1 } });
      expect(read.filter(({ state }) => state === 'damaged')).toEqual([{ key, state: 'damaged' }]);
      expect(await marked()).toEqual([key]);
      await fillVault(vault.deps, ACME, { files: [{ name: `again ${name}`, bytes }] });
      expect(await marked()).toEqual([]);
    },
  );

  it('SAFE-02 whose block checksums match, by their SHA-256', async () => {
    const key = await keyOf('file 3.txt');
    const change = (name: string, value: Buffer) =>
      sql`update blob set ${sql.ref(name)} = ${value} where storage_key = ${key}`.execute(
        vault.database.kysely,
      );
    const { rows } = await sql<{
      sha256: Buffer;
    }>`select sha256 from blob where storage_key = ${key}`.execute(vault.database.kysely);
    await change('sha256', Buffer.alloc(32));
    expect(await run()).toMatchObject({ round: { damagedBlobs: 1 } });
    await change('sha256', rows[0]?.sha256 ?? Buffer.alloc(0));
    expect(await marked()).toEqual([key]);
    expect(await scrubMarked(vault.deps, { ...FAST, signal })).toEqual({ intact: 1, damaged: 0, gone: 0 });
    expect(await marked()).toEqual([]);
  });

  it('SAFE-02 and bytes that the sweep deletes at the same time are not', async () => {
    await fillVault(vault.deps, ACME, { files: [{ name: 'gone.txt', bytes: 'of gone.txt' }] });
    const key = await keyOf('gone.txt');
    const sizeOf = async (one: string) => {
      if (one === key) {
        await sql`delete from item where name = 'gone.txt'`.execute(vault.database.kysely);
        await sql`truncate kept_version`.execute(vault.database.kysely);
        await sql`delete from blob where storage_key = ${key}`.execute(vault.database.kysely);
        await vault.deps.blobStore.delete(key);
      }
      return vault.deps.blobStore.sizeOf(one);
    };
    const { read, onBlob } = reader();
    const blobStore = { ...vault.deps.blobStore, sizeOf };
    const done = await scrub({ ...vault.deps, blobStore }, { ...FAST, signal, onBlob });
    expect(done?.round.damagedBlobs).toBe(0);
    expect(read).toContainEqual({ key, state: 'gone' });
    await vault.deps.blobStore.delete(key);
  });
});

it('SAFE-02 the mark of a file that an operator restored is removed, and its downloads work', async () => {
  const { id, blobKey } = await fileOf(vault, 'file 5.txt');
  const ada = await vault.as('everything');
  const path = contract.download.version.path.replace(':sfid', id);
  const download = () => ada.fetch(path, { method: 'POST' });
  await damage(vault, blobKey, DAMAGES['flipped at the first byte']);
  await run();
  expect((await download()).status).toBe(500);
  await damage(vault, blobKey, DAMAGES['flipped at the first byte']);
  expect((await download()).status).toBe(500);
  await scrubMarked(vault.deps, { ...FAST, signal });
  expect(await (await download()).text()).toBe('content of file 5.txt');
});

describe('SAFE-02 the position is stored', () => {
  it('SAFE-02 an interrupted round continues with the next content', async () => {
    const first = reader();
    const stopping = new AbortController();
    const stopAfterFour = (blob: ScrubbedBlob, state: BlobState) => {
      first.onBlob(blob, state);
      if (first.read.length === 4) stopping.abort();
    };
    expect(await run({ signal: stopping.signal, onBlob: stopAfterFour })).toMatchObject({ outcome: 'ended' });
    const second = reader();
    expect(await run({ onBlob: second.onBlob })).toMatchObject({ outcome: 'finished' });
    const keys = [...first.read, ...second.read].map(({ key }) => key);
    expect(keys).toHaveLength(new Set(keys).size);
    expect((await newestRound(vault.database.kysely))?.checkedBlobs).toBe(keys.length);
  });

  it('SAFE-02 a broken store ends the run, and the round continues later', async () => {
    const failing = { ...vault.deps.blobStore };
    let reads = 0;
    failing.sizeOf = async (key) => {
      reads += 1;
      if (reads === 3) throw new Error('the disk is away');
      return vault.deps.blobStore.sizeOf(key);
    };
    const broken = scrub({ ...vault.deps, blobStore: failing }, { ...FAST, signal });
    await expect(broken).rejects.toThrow('the disk is away');
    expect(await newestRound(vault.database.kysely)).toMatchObject({ checkedBlobs: 2, finishedAt: null });
    expect(await marked()).toEqual([]);
    expect(await run()).toMatchObject({ outcome: 'finished' });
  });

  it('SAFE-02 one process reads at a time; a command takes over, and the other one ends', async () => {
    const others: unknown[] = [];
    const first = await run({
      onBlob: async () => {
        if (others.length > 0) return;
        others.push(await run(), await run({ takesOver: true }));
      },
    });
    expect([first?.outcome, ...others]).toMatchObject(['taken', null, { outcome: 'finished' }]);
  });
});

it('SAFE-02 the server reads an equal part each hour, and the next round begins after the days of one', async () => {
  const settings = { days: 10, bytesPerSecond: FAST.bytesPerSecond };
  const start = Date.now();
  const at = (days: number) => {
    const deps = { ...vault.deps, clock: { now: () => new Date(start + days * DAY_MS) } };
    return scrubByTheClock(deps, settings, signal);
  };
  const { rows } = await sql<{ count: number }>`select count(*) from blob`.execute(vault.database.kysely);
  const total = rows[0]?.count ?? 0;
  const checked = async () => {
    const round = await newestRound(vault.database.kysely);
    return [round?.checkedBlobs, round?.finishedAt !== null];
  };
  await at(0);
  expect(await checked()).toEqual([0, false]);
  await at(2.5);
  expect(await checked()).toEqual([Math.ceil(total / 4), false]);
  await at(5);
  expect(await checked()).toEqual([Math.ceil(total / 2), false]);
  await at(9.99);
  expect(await checked()).toEqual([total, true]);
  await at(9.999);
  expect(await checked()).toEqual([total, true]);
  await at(10.1);
  expect((await newestRound(vault.database.kysely))?.finishedAt).toBe(null);
});
