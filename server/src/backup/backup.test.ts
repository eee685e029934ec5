import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { emptyPlace } from '../empty-place.ts';
import { folderPlace, manifestText, readManifest, writeFailure } from '../platform/backup-place/index.ts';
import { BlobFolderError } from '../platform/blobs/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { allChained } from '../testing/audit-entries.ts';
import { damage, DAMAGES, fileOf } from '../testing/damage.ts';
import { type FilledVault, fillWithEverything } from '../testing/filled-vault.ts';
import { fillVault } from '../testing/real-files.ts';
import { ACME } from '../testing/seeded-items.ts';
import { claimFolder, sweepReleased } from '../blobs/index.ts';
import { afterGrace, deleteForever } from './fixtures/delete-forever.ts';
import { createPlace, findingsOf, type Place, withRestored } from './fixtures/restored-places.ts';
import { createBackup, readLastBackup, restoreBackup, verifyBackup } from './index.ts';

// Uses a filled vault with a running server, and restores into an empty PostgreSQL and folder.

const log = pino({ level: 'silent' });
const quiet = {
  lockedKey: null,
  unlockKey: null,
  signal: new AbortController().signal,
  onProgress: (_what: string): void => undefined,
};
const newest = { ...quiet, snapshot: null };
const reading = { ...newest, readsContents: true };

let vault: TestApp;
let filled: FilledVault;
let base: string;
let folder: string;
let n = 0;
beforeAll(async () => {
  vault = await createTestApp();
  filled = await fillWithEverything(vault);
  await allChained(vault.database);
  base = await mkdtemp(join(tmpdir(), 'vault-backup-'));
});
afterAll(async () => {
  await vault.close();
  await rm(base, { recursive: true, force: true });
});
beforeEach(() => {
  n += 1;
  folder = join(base, `backup ${n}`);
});

const backUp = (options: Partial<typeof quiet> = {}, to = folder) =>
  createBackup({ ...vault.deps, clock: systemClock }, folderPlace(to), { ...quiet, ...options });
const verify = () => verifyBackup(folderPlace(folder), reading);

const places: Place[] = [];
afterEach(async () => {
  for (const place of places.splice(0)) await place.drop();
});
async function emptyTarget(): Promise<Place> {
  const place = await createPlace(join(base, `place ${n} ${places.length}`));
  places.push(place);
  return place;
}

/** The rows of all tables that a backup has, without its own time, which is stored when it is whole. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { manifest } = JSON.parse(await readFile(await manifestPath(), 'utf8')) as {
      manifest: { tables: { name: string }[] };
    };
    const found: Record<string, string[]> = {};
    for (const { name } of manifest.tables) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from "${name}" t order by 1`,
      );
      found[name] = rows.map(({ row }) => row).filter((row) => !row.includes('"last_backup_at"'));
    }
    return found;
  } finally {
    await client.end();
  }
}
async function manifestPath(): Promise<string> {
  const [name = ''] = (await readdir(join(folder, 'snapshots'))).toSorted().slice(-1);
  return join(folder, 'snapshots', name, 'manifest.json');
}

it('SAFE-04 a backup of a vault with something of each kind is proved and restored, and the check is clean', async () => {
  const report = await backUp();
  expect(report).toMatchObject({ newCount: report.count, damagedKeys: [] });
  expect(report.count).toBeGreaterThan(5);
  const { manifest } = JSON.parse(await readFile(await manifestPath(), 'utf8')) as {
    manifest: { takenAt: string };
  };
  expect(await readLastBackup(vault.database.kysely)).toEqual(new Date(manifest.takenAt));
  expect(await verify()).toMatchObject({ contents: report.count, problems: [], damagedInVault: 0 });
  const place = await emptyTarget();
  expect(await restoreBackup(folderPlace(folder), place.target, newest)).toMatchObject({
    contents: report.count,
    damaged: 0,
  });
  expect(await rowsOf(place.url)).toEqual(await rowsOf(vault.database.url));
  expect(await findingsOf(place)).toEqual([]);
});

it('SAFE-04 the restored vault works: numbers continue, jobs wait, and its backup goes to the same folder', async () => {
  await sql`select graphile_worker.add_job('send-mail', '{"id":"x"}', run_at => now() + interval '1 day', job_key => 'k')`.execute(
    vault.database.kysely,
  );
  await backUp();
  const place = await emptyTarget();
  await restoreBackup(folderPlace(folder), place.target, newest);
  await withRestored(place, async ({ database, blobStore: blobs }) => {
    const { rows } = await sql<{ name: string }>`
      select task_identifier as name from graphile_worker.jobs where key = 'k'`.execute(database.kysely);
    expect(rows).toEqual([{ name: 'send-mail' }]);
    await fillVault({ ...vault.deps, database, blobs }, ACME, {
      files: [{ name: 'after.txt', bytes: 'after the restore' }],
    });
    const again = await createBackup({ database, blobs, clock: systemClock }, folderPlace(folder), quiet);
    expect(again.damagedKeys).toEqual([]);
    expect(await verify()).toMatchObject({ problems: [] });
  });
  expect(await findingsOf(place)).toEqual([]);
});

it('SAFE-04 NODES-03 the restored vault starts with its new folder of files', async () => {
  const formerFolder = join(base, 'former folder');
  await mkdir(formerFolder);
  await claimFolder({ database: vault.database, folder: formerFolder });
  await backUp();
  const place = await emptyTarget();
  await restoreBackup(folderPlace(folder), place.target, newest);
  await withRestored(place, async ({ database }) => {
    await claimFolder({ database, folder: join(place.dataDir, 'blobs') });
    await expect(claimFolder({ database, folder: formerFolder })).rejects.toThrow(BlobFolderError);
  });
});

it('SAFE-04 the next backup copies only what is new, and an earlier snapshot stays', async () => {
  const first = await backUp();
  await fillVault(vault.deps, ACME, { files: [{ name: `new ${n}.txt`, bytes: `new in ${n}` }] });
  const second = await backUp();
  expect(second).toMatchObject({ newCount: 1, newBytes: `new in ${n}`.length });
  for (const snapshot of [first.snapshot, second.snapshot]) {
    expect(await verifyBackup(folderPlace(folder), { ...reading, snapshot })).toMatchObject({
      snapshot,
      problems: [],
    });
  }
});

it('SAFE-04 changes, deletions and sweeps during a backup do not break its snapshot', async () => {
  const name = `deleted ${n}.txt`;
  await fillVault(vault.deps, ACME, { files: [{ name, bytes: `of ${name}` }] });
  const { id, blobKey } = await fileOf(vault, name);
  let isDeleted = false;
  const blobs = {
    ...vault.deps.blobs,
    open: async (...args: Parameters<typeof vault.deps.blobs.open>) => {
      if (!isDeleted) {
        isDeleted = true;
        await deleteForever(vault, id);
      }
      return vault.deps.blobs.open(...args);
    },
  };
  const report = await createBackup(
    { database: vault.database, blobs, clock: systemClock },
    folderPlace(folder),
    quiet,
  );
  expect([isDeleted, report.damagedKeys]).toEqual([true, []]);
  await sweepReleased(afterGrace(vault));
  expect(await vault.deps.blobs.sizeOf(blobKey)).toBe(null);
  const place = await emptyTarget();
  await restoreBackup(folderPlace(folder), place.target, newest);
  expect(await findingsOf(place)).toEqual([]);
  expect((await rowsOf(place.url))['item']?.some((row) => row.includes(name))).toBe(true);
});

it('SAFE-04 contains no session, no one-time address, no key and no waiting upload', async () => {
  await backUp();
  const files = await readdir(folder, { recursive: true });
  expect(files.filter((name) => /secret|session|one_time|upload|challenge|ticket/.test(name))).toEqual([]);
});

describe('SAFE-04 an interrupted backup', () => {
  it('SAFE-04 leaves earlier snapshots as they are, and the next one continues', async () => {
    await backUp();
    await fillVault(vault.deps, ACME, { files: [{ name: `cut ${n}.txt`, bytes: `of cut ${n}` }] });
    const stop = new AbortController();
    const cut = backUp({
      signal: stop.signal,
      onProgress: (what) => {
        if (what === 'stored bytes') stop.abort();
      },
    });
    await expect(cut).rejects.toThrow('aborted');
    expect(await readdir(join(folder, 'snapshots'))).toHaveLength(1);
    expect(await verify()).toMatchObject({ problems: [] });
    expect(await backUp()).toMatchObject({ damagedKeys: [] });
    expect(await verify()).toMatchObject({ problems: [] });
  });

  it('SAFE-04 that was killed leaves nothing that a later one or a restore takes for a snapshot', async () => {
    await backUp();
    const unfinished = join(folder, 'snapshots', '.unfinished', 'tables');
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, 'item.copy'), 'half');
    const shard = (await readdir(join(folder, 'blobs'))).find((name) => name.length === 2) ?? '';
    const [inner = ''] = await readdir(join(folder, 'blobs', shard));
    const [id = ''] = await readdir(join(folder, 'blobs', shard, inner));
    await truncate(join(folder, 'blobs', shard, inner, id), 0);
    await backUp();
    expect(await readdir(join(folder, 'snapshots'))).toHaveLength(2);
    expect(await verify()).toMatchObject({ problems: [] });
  });

  it('SAFE-04 a second one at the same time is refused, and the first one ends well', async () => {
    let second: unknown = null;
    await backUp({
      onProgress: () => {
        second ??= backUp({}, join(base, `other ${n}`)).then(
          () => 'done',
          (error: unknown) => (error as Error).message,
        );
      },
    });
    expect(await second).toMatch(/^Another backup of this vault is running\./);
    expect(await verify()).toMatchObject({ problems: [] });
  });
});

describe('SAFE-04 a folder that cannot be used', () => {
  it('SAFE-04 has other files: it is refused and not changed', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'letter.txt'), 'Dear Ann');
    await expect(backUp()).rejects.toThrow(
      `${folder} has other files and no backup. Name an empty or a new place.`,
    );
    expect(await readdir(folder)).toEqual(['letter.txt']);
  });

  it('SAFE-04 has backups of another vault: it is refused and not changed', async () => {
    await backUp();
    await writeFile(join(folder, 'vault-backup.json'), '{"format":1,"vaultId":"another"}\n');
    // The other vault may be writing a snapshot at this moment.
    await mkdir(join(folder, 'snapshots', '.unfinished'));
    const before = await readdir(folder, { recursive: true });
    await expect(backUp()).rejects.toThrow(`${folder} has backups of another vault. Name another place.`);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
    await expect(verify()).rejects.toThrow('belongs to another vault');
  });

  it('SAFE-04 is a file, or its disk is full: one sentence', async () => {
    await writeFile(folder, 'a file');
    await expect(backUp()).rejects.toThrow(
      `${folder} cannot be written (EEXIST). Check its owner and its mode.`,
    );
    const full = writeFailure(Object.assign(new Error('write'), { code: 'ENOSPC' }), folder);
    expect((full as Error).message).toBe(
      `The disk of ${folder} is full. Earlier backups in it are as they were; free some space, for example by backup prune, and run the command again.`,
    );
  });
});

describe('SAFE-04 a backup that is cut or altered', () => {
  const tables = async () => join(await manifestPath(), '..', 'tables');
  const contentPath = async () => {
    const { blobKey } = await fileOf(vault, 'sent.txt');
    return join(folder, 'blobs', blobKey);
  };
  const DAMAGED: [string, () => Promise<unknown>, RegExp][] = [
    [
      'a table that is cut',
      async () => truncate(join(await tables(), 'item.copy'), 10),
      /item\.copy is missing, cut or altered/,
    ],
    [
      'a table that is missing',
      async () => rm(join(await tables(), 'link.copy')),
      /link\.copy is missing, cut or altered/,
    ],
    [
      'a table that is longer',
      async () => appendFile(join(await tables(), 'account.copy'), '\n'),
      /account\.copy is missing/,
    ],
    ['a content that is missing', async () => rm(await contentPath()), /The content \S+ is missing/],
    ['a content that is cut', async () => truncate(await contentPath(), 1), /The content \S+ was cut/],
  ];

  it.each(DAMAGED)('SAFE-04 verify finds %s, and nothing is restored', async (_title, harm, problem) => {
    await backUp();
    await harm();
    const { problems, problemCount } = await verify();
    expect([problemCount, problems[0]]).toEqual([1, expect.stringMatching(problem)]);
    const place = await emptyTarget();
    await expect(restoreBackup(folderPlace(folder), place.target, newest)).rejects.toThrow(
      /^The backup is not complete, and nothing/,
    );
    expect(await readdir(place.dataDir).catch(() => 'none')).toBe('none');
  });

  it('SAFE-04 verify finds a content that was altered; a restore ends, and its place is empty again', async () => {
    await backUp();
    await DAMAGES['flipped in the middle'](await contentPath());
    const { blobKey } = await fileOf(vault, 'sent.txt');
    expect((await verify()).problems).toEqual([
      `The content ${blobKey} was altered: delete ${await contentPath()}, and the next backup copies it again.`,
    ]);
    const place = await emptyTarget();
    await expect(restoreBackup(folderPlace(folder), place.target, newest)).rejects.toThrow(
      /was altered, and nothing was restored/,
    );
    expect(await readdir(place.dataDir)).toEqual([]);
    await DAMAGES['flipped in the middle'](await contentPath());
    await restoreBackup(folderPlace(folder), place.target, newest);
    expect(await findingsOf(place)).toEqual([]);
  });

  it('SAFE-04 a content that was altered and is deleted is copied again by the next backup', async () => {
    await backUp();
    await DAMAGES['flipped in the middle'](await contentPath());
    await rm(await contentPath());
    expect(await backUp()).toMatchObject({ newCount: 1 });
    expect(await verify()).toMatchObject({ problems: [] });
  });

  it.each([
    ['cut', (text: string) => text.slice(0, 200)],
    ['altered', (text: string) => text.replace('"format": 1', '"format": 2')],
    ['no JSON', () => 'null'],
  ])('SAFE-04 a manifest that is %s is refused with a sentence', async (_title, change) => {
    await backUp();
    const path = await manifestPath();
    await writeFile(path, change(await readFile(path, 'utf8')));
    await expect(verify()).rejects.toThrow(/manifest\.json was cut or altered\. Use another snapshot/);
    const place = await emptyTarget();
    await expect(restoreBackup(folderPlace(folder), place.target, newest)).rejects.toThrow(
      'was cut or altered',
    );
  });

  it('SAFE-04 no backup, an unknown snapshot, and one of another version are refused with a sentence', async () => {
    await expect(verify()).rejects.toThrow(`There is no backup in ${folder}.`);
    await backUp();
    await expect(
      verifyBackup(folderPlace(folder), { ...reading, snapshot: '20200101T000000000Z' }),
    ).rejects.toThrow('has no snapshot 20200101T000000000Z. It has: ');
    const path = await manifestPath();
    const manifest = await readManifest(path);
    const migrations = [...manifest.migrations, { name: '9999_future', checksum: 'x' }];
    await writeFile(path, manifestText({ ...manifest, migrations }));
    const place = await emptyTarget();
    await expect(restoreBackup(folderPlace(folder), place.target, newest)).rejects.toThrow(
      'The backup was made by another version of the vault, which has the migration 9999_future.',
    );
    await writeFile(path, manifestText({ ...manifest, format: 2 as 1 }));
    await expect(verify()).rejects.toThrow('has the format 2, and this version of the vault reads format 1.');
  });
});

describe('SAFE-04 a place that is not empty', () => {
  it('SAFE-04 a data folder with files is refused and not changed', async () => {
    await backUp();
    const place = await emptyTarget();
    await mkdir(join(place.dataDir, 'blobs'), { recursive: true });
    await expect(restoreBackup(folderPlace(folder), place.target, newest)).rejects.toThrow(
      `${place.dataDir} (DATA_DIR) is not empty, and nothing was changed: it has blobs.`,
    );
    expect(await readdir(place.dataDir)).toEqual(['blobs']);
  });

  it('SAFE-04 a database with rows of a vault is refused and not changed', async () => {
    await backUp();
    const place = await emptyTarget();
    const before = await rowsOf(vault.database.url);
    const target = emptyPlace(
      {
        s3: null,
        blobStore: 'disk',
        databaseUrl: vault.database.url,
        databaseMigrationUrl: null,
        dataDir: place.dataDir,
      },
      log,
    );
    await expect(restoreBackup(folderPlace(folder), target, newest)).rejects.toThrow(
      /^The database has rows of a vault already/,
    );
    expect(existsSync(place.dataDir)).toBe(false);
    expect(await rowsOf(vault.database.url)).toEqual(before);
  });
});

it('SAFE-04 a content that is damaged in the vault is named; the copy of an earlier backup stays and heals the restored vault', async () => {
  const names = [`kept ${n}.txt`, `lost ${n}.txt`] as const;
  const write = (name: string) => fillVault(vault.deps, ACME, { files: [{ name, bytes: `of ${name}` }] });
  await write(names[0]);
  await backUp();
  await write(names[1]);
  const [kept, lost] = [await fileOf(vault, names[0]), await fileOf(vault, names[1])];
  for (const { blobKey } of [kept, lost]) await damage(vault, blobKey, DAMAGES['flipped in the middle']);
  expect(await backUp()).toMatchObject({ damagedKeys: [lost.blobKey] });
  expect(await verify()).toMatchObject({ problems: [], damagedInVault: 1 });
  const place = await emptyTarget();
  await restoreBackup(folderPlace(folder), place.target, newest);
  expect((await findingsOf(place)).filter((text) => text.startsWith('blobs.stored'))).toEqual([
    expect.stringContaining(lost.id),
  ]);
  for (const { blobKey } of [kept, lost]) await damage(vault, blobKey, DAMAGES['flipped in the middle']);
  expect(filled.linkId).not.toBe('');
  await cp(folder, join(base, `copy ${n}`), { recursive: true });
  expect(await verifyBackup(folderPlace(join(base, `copy ${n}`)), reading)).toMatchObject({ problems: [] });
});
