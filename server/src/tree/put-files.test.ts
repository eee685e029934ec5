import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { countersOf, seedVault } from '../testing/vault.ts';
import { findFolder, foldersByPath, foldersById } from './index.ts';

let database: TestDatabase;
const recordId = RECORDS.acme;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadTestAccounts({ database });
});
afterAll(() => database.drop());

async function versionsOf(fileId: string) {
  const { rows } = await sql<{ id: string; sizeBytes: number; createdAt: Date }>`
    select id, size_bytes, created_at from version where file_id = ${fileId} order by created_at desc, id`.execute(
    database.kysely,
  );
  return rows;
}

async function itemOf(id: string) {
  const { rows } = await sql<{
    currentVersionId: string;
    versionCount: number;
    sizeBytes: number;
    modifiedAt: Date;
  }>`select current_version_id, version_count, size_bytes, modified_at from item where id = ${id}`.execute(
    database.kysely,
  );
  return rows[0];
}

describe('putting files into folders', () => {
  it('D-11 an existing name gets a new version, which is the current one', async () => {
    const at = new Date();
    const options = { recordId, at };
    const first = await seedVault(database, [{ folder: 'D11', name: 'a.txt', sizeBytes: 10 }], options);
    const second = await seedVault(database, [{ folder: 'D11', name: 'a.txt', sizeBytes: 25 }], options);

    expect(second.fileIds).toEqual(first.fileIds);
    const versions = await versionsOf(first.fileIds[0]!);
    expect(versions.map((version) => version.sizeBytes)).toEqual([25, 10]);
    expect(await itemOf(first.fileIds[0]!)).toMatchObject({
      currentVersionId: versions[0]!.id,
      versionCount: 2,
      sizeBytes: 25,
    });
  });

  it('D-11 the last of several files of one name in one call is the current version', async () => {
    const files = [1, 2, 3].map((sizeBytes) => ({ folder: 'Twice', name: 'same.txt', sizeBytes }));
    const { fileIds } = await seedVault(database, files, { recordId });

    expect(new Set(fileIds).size).toBe(1);
    expect((await versionsOf(fileIds[0]!)).map((version) => version.sizeBytes)).toEqual([3, 2, 1]);
    expect(await itemOf(fileIds[0]!)).toMatchObject({ versionCount: 3, sizeBytes: 3 });
  });

  it('D-10 names are compared exactly: a different case is a different file', async () => {
    const { fileIds } = await seedVault(database, [{ name: 'Case.txt' }, { name: 'case.txt' }], { recordId });
    expect(new Set(fileIds).size).toBe(2);
  });

  it('the counters of all folders are correct', async () => {
    const files = Array.from({ length: 60 }, (_, n) => ({
      folder: ['K', `K/${n % 5}`, `K/${n % 5}/deep/${n % 2}`][n % 3]!,
      name: `${n % 40}.txt`,
      sizeBytes: n * 7,
    }));
    await seedVault(database, files, { recordId });
    await seedVault(database, files.slice(20), { recordId });

    const { kept, counted } = await countersOf(database, recordId);
    expect(kept).toEqual(counted);
    expect(kept.length).toBeGreaterThan(15);
  });

  it('missing folders are created once when concurrent uploads need them', async () => {
    const files = [{ folder: 'Race/a/b', name: 'x.txt' }];
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        seedVault(database, [{ ...files[0]!, name: `${n}.txt` }], { recordId }),
      ),
    );
    const folder = await findFolder(database.kysely, recordId, 'Race/a/b');
    expect(folder).toMatchObject({ fileCount: 8, folderCount: 0, path: 'Race/a/b', depth: 3 });
    expect(await findFolder(database.kysely, recordId, 'Race')).toMatchObject({ folderCount: 1 });
    const { kept, counted } = await countersOf(database, recordId);
    expect(kept).toEqual(counted);
  });

  it('folders deeper than the limit are refused', async () => {
    const path = Array.from({ length: 201 }, () => 'x').join('/');
    await expect(seedVault(database, [{ folder: path, name: 'a' }], { recordId })).rejects.toMatchObject({
      code: 400,
      message: 'Folders cannot be nested deeper than 200 levels.',
    });
  });
});

describe('finding folders', () => {
  it('D-06 paths resolve from the root, in a batch and one by one', async () => {
    const folders = ['P/one/two', 'P/one/three', 'Q'];
    const { folderIds } = await seedVault(database, [], { recordId, folders });
    const wanted = ['', 'P', 'P/one/two', 'P/one/three', 'Q', 'P/none', 'P/one/two/none', '/', 'P/', '//'];
    const found = await foldersByPath(database.kysely, recordId, wanted);

    expect([...found.keys()].toSorted()).toEqual(['', 'P', 'P/one/three', 'P/one/two', 'Q']);
    for (const path of wanted) {
      const single = await findFolder(database.kysely, recordId, path);
      expect(single).toEqual(found.get(path) ?? null);
    }
    const byId = await foldersById(database.kysely, recordId, [...folderIds.values()]);
    for (const folder of byId.values()) expect(found.get(folder.path) ?? folder).toEqual(folder);
    expect(byId.get(folderIds.get('P/one')!)).toMatchObject({ path: 'P/one', depth: 2, folderCount: 2 });
  });

  it('D-08 a folder id is accepted in its record when no folder has it as its path', async () => {
    const { folderIds } = await seedVault(database, [], { recordId, folders: ['ById/below'] });
    const id = folderIds.get('ById/below')!;
    expect(await findFolder(database.kysely, recordId, id)).toMatchObject({ id, path: 'ById/below' });
    expect(await findFolder(database.kysely, RECORDS.birch, id)).toBeNull();

    await seedVault(database, [], { recordId, folders: [id] });
    expect(await findFolder(database.kysely, recordId, id)).toMatchObject({ path: id, name: id });
  });
});
