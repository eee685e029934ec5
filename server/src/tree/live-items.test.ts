import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { seedVault } from '../testing/vault.ts';
import { liveIdsOfRecord, liveItemsOfRecord } from './live-items.ts';

const recordId = RECORDS.acme;

let vault: TestApp;
/** the ids of files by name, and of folders by path; '' is the root */
let ids: Map<string, string>;

beforeAll(async () => {
  vault = await createTestApp();
  const files = [
    { name: 'root.txt' },
    { folder: 'Kept', name: 'kept.txt' },
    { folder: 'Kept', name: 'trashed.txt' },
    { folder: 'Kept/Gone', name: 'gone.txt' },
    { folder: 'Kept/Gone/Below', name: 'below.txt' },
  ];
  const seeded = await seedVault(vault.database, files, { recordId });
  const other = await seedVault(vault.database, [{ name: 'other.txt' }], { recordId: RECORDS.birch });
  ids = new Map([
    ...files.map(({ name }, index) => [name, seeded.fileIds[index] ?? ''] as const),
    ...seeded.folderIds,
    ['other.txt', other.fileIds[0] ?? ''],
  ]);
  const trashed = [ids.get('trashed.txt'), ids.get('Kept/Gone')].join(',');
  await (await vault.as('everything')).data(contract.organise.moveToTrash, { query: { ids: trashed } });
});
afterAll(() => vault.close());

const namesOf = (found: Iterable<string>) => {
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  return [...found].map((id) => names.get(id) ?? '').toSorted();
};

describe('GUARD-30 the live items of a record', () => {
  it('are those that are not in the trash, with no ancestor there', async () => {
    const wanted = [...ids.values(), 'unknown', ids.get('kept.txt') ?? ''];
    const live = await liveIdsOfRecord(vault.database.kysely, recordId, { ids: wanted });
    expect(namesOf(live)).toEqual(['', 'Kept', 'kept.txt', 'root.txt']);
    const places = await liveItemsOfRecord(vault.database.kysely, recordId, wanted);
    expect(namesOf(places.keys())).toEqual(namesOf(live));
  });

  it.each<[string[], string[]]>([
    [['Kept'], ['Kept', 'kept.txt']],
    [['kept.txt', 'trashed.txt'], ['kept.txt']],
    [['Kept/Gone'], []],
    [[''], ['', 'Kept', 'kept.txt', 'root.txt']],
    [[], []],
  ])('below %j are %j', async (tops, names) => {
    const below = tops.map((name) => ids.get(name) ?? '');
    const live = await liveIdsOfRecord(vault.database.kysely, recordId, { ids: [...ids.values()], below });
    expect(namesOf(live)).toEqual(names);
  });

  it('are none when none is wanted', async () => {
    expect(await liveIdsOfRecord(vault.database.kysely, recordId, { ids: [] })).toEqual(new Set());
  });
});
