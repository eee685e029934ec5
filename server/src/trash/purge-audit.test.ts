import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { recordedBy, type StoredEntry } from '../testing/audit-entries.ts';
import { ACME, setUpItems, type SeededItems } from '../testing/seeded-items.ts';
import { seedVault } from '../testing/vault.ts';
import { emptyByAge } from './empty-by-age.ts';
import { purgeRecord } from './purge.ts';

const { remove } = contract.trash;
const { moveToTrash } = contract.organise;

let vault: TestApp;
let seeded: SeededItems;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  seeded = await setUpItems(
    vault,
    [
      { folder: 'Clients/A', name: 'a.txt', sizeBytes: 10 },
      { folder: 'Clients/A/B', name: 'b.txt', sizeBytes: 100 },
      { folder: 'Clients/A/B', name: 'early.txt', sizeBytes: 7 },
    ],
    { folders: ['Clients/A/Empty'] },
  );
});

const purge = () => purgeRecord(vault.deps, ACME);
const toTrash = async (id: string) => (await vault.as('editor')).data(moveToTrash, { query: { ids: id } });
const deleteForEver = async (id: string) => (await vault.as('editor')).data(remove, { query: { ids: id } });
/** 'Clients/A/a.txt 10': the recorded items with their paths and sizes. */
const lines = (entries: readonly StoredEntry[]) =>
  entries
    .filter(({ action }) => action === 'item.purge')
    .map(({ objectPath, objectName, details }) => {
      const size = typeof details['sizeBytes'] === 'number' ? ` ${details['sizeBytes']}` : '';
      return `${objectPath}/${objectName}${size}`;
    })
    .toSorted();
const BELOW_A = [
  'Clients/A/B',
  'Clients/A/B/b.txt 100',
  'Clients/A/B/early.txt 7',
  'Clients/A/Empty',
  'Clients/A/a.txt 10',
];

it('AUDIT-01 every item of a deleted folder is recorded for the person, the request and the time', async () => {
  const id = seeded.id('Clients/A');
  await toTrash(id);
  const [call] = await recordedBy(vault.database, () => deleteForEver(id));
  const entries = await recordedBy(vault.database, purge);
  expect(lines(entries)).toEqual(BELOW_A);
  expect(new Set(entries.map(({ objectId }) => objectId))).toContain(seeded.id('Clients/A/B/b.txt'));
  const { rows } = await sql<{ at: Date }>`
    select max(at) as at from audit_entry where id = ${call?.id ?? 0}`.execute(vault.database.kysely);
  for (const entry of entries) {
    expect(entry).toMatchObject({
      recordId: ACME,
      actorKind: 'person',
      personId: USERS.editor.sfid,
      requestId: call?.requestId,
      personal: { name: USERS.editor.name, email: USERS.editor.email, address: '127.0.0.1' },
      details: { deletedWith: id },
    });
    expect(Math.abs(entry.at.getTime() - (rows[0]?.at.getTime() ?? 0))).toBeLessThan(1000);
  }
});

it('AUDIT-01 a file that is deleted by itself is recorded once, with its size', async () => {
  const id = seeded.id('Clients/A/a.txt');
  await toTrash(id);
  expect(lines(await recordedBy(vault.database, () => deleteForEver(id)))).toEqual(['Clients/A/a.txt 10']);
  expect(await recordedBy(vault.database, purge)).toEqual([]);
});

it('AUDIT-01 an item with its own entry in the trash is recorded when it is deleted itself', async () => {
  const early = seeded.id('Clients/A/B/early.txt');
  await toTrash(early);
  await toTrash(seeded.id('Clients/A'));
  await deleteForEver(seeded.id('Clients/A'));
  expect(lines(await recordedBy(vault.database, purge))).toEqual(
    BELOW_A.filter((line) => !line.includes('early')),
  );
  expect(lines(await recordedBy(vault.database, () => deleteForEver(early)))).toEqual([
    'Clients/A/B/early.txt 7',
  ]);
  expect(await recordedBy(vault.database, purge)).toEqual([]);
});

it('AUDIT-01 several deletions of one record keep their own person and folder', async () => {
  const [inner, outer] = [seeded.id('Clients/A/B'), seeded.id('Clients')];
  await toTrash(inner);
  await deleteForEver(inner);
  await toTrash(outer);
  await (await vault.as('everything')).data(remove, { query: { ids: outer } });
  const entries = await recordedBy(vault.database, purge);
  const byFolder = (folder: string) => entries.filter(({ details }) => details['deletedWith'] === folder);
  expect(lines(byFolder(inner))).toEqual(['Clients/A/B/b.txt 100', 'Clients/A/B/early.txt 7']);
  expect(lines(byFolder(outer))).toEqual(['Clients/A', 'Clients/A/Empty', 'Clients/A/a.txt 10']);
  expect(new Set(byFolder(inner).map(({ personId }) => personId))).toEqual(new Set([USERS.editor.sfid]));
  expect(new Set(byFolder(outer).map(({ personId }) => personId))).toEqual(new Set([USERS.everything.sfid]));
});

it('AUDIT-01 the retention deletes as the system', async () => {
  await toTrash(seeded.id('Clients/A'));
  const later = { now: () => new Date(Date.now() + 40 * 86_400_000) };
  await emptyByAge({ ...vault.deps, clock: later, settings: { trashRetentionDays: 30 } });
  const entries = await recordedBy(vault.database, purge);
  expect(lines(entries)).toEqual(BELOW_A);
  expect(entries.map(({ actorKind, personId }) => [actorKind, personId])).toEqual(
    entries.map(() => ['system', null]),
  );
});

it('AUDIT-01 what waited for the purge during the upgrade is recorded for the system', async () => {
  const id = seeded.id('Clients/A');
  await toTrash(id);
  await deleteForEver(id);
  await sql`update purge set path = null, deleted_by = null`.execute(vault.database.kysely);
  const entries = await recordedBy(vault.database, purge);
  expect(lines(entries)).toContain('A/B/b.txt 100');
  expect(new Set(entries.map(({ actorKind }) => actorKind))).toEqual(new Set(['system']));
});

it('AUDIT-01 concurrent and aborted jobs record each item once', async () => {
  const many = Array.from({ length: 2300 }, (_, n) => ({ folder: `M/${n % 40}`, name: `${n}` }));
  const { folderIds } = await seedVault(vault.database, many, { recordId: ACME });
  const id = folderIds.get('M') ?? '';
  await toTrash(id);
  await deleteForEver(id);
  const entries = await recordedBy(vault.database, async () => {
    await expect(purgeRecord(vault.deps, ACME, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    await Promise.all([purge(), purge()]);
  });
  const ids = entries.map(({ objectId }) => objectId);
  expect([ids.length, new Set(ids).size]).toEqual([2340, 2340]);
});
