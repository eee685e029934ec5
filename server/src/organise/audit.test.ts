import { contract } from '@vault/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import type { Client } from '../testing/client.ts';
import { ACME, type SeededItems, setUpItems } from '../testing/seeded-items.ts';

const { organise, trash } = contract;
const FILES = [
  { folder: 'A', name: 'a.txt', sizeBytes: 1 },
  { folder: 'A/B', name: 'b.txt', sizeBytes: 1 },
  { folder: 'C', name: 'a.txt', sizeBytes: 1 },
];

let vault: TestApp;
let items: SeededItems;
let editor: Client;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  items = await setUpItems(vault, FILES, { folders: ['D'], at: new Date('2026-01-02T03:04:05Z') });
  editor = await vault.as('editor');
});

/** Action, name and path of each item before the change, and where it went. */
const entriesOf = async (work: () => Promise<unknown>) => {
  const entries = await recordedBy(vault.database, work);
  return entries.map(({ action, objectName, objectPath, details }) => [
    action,
    `${objectPath}/${objectName}`,
    details['toPath'] === undefined ? null : [details['toPath'], details['toName']].join('/'),
  ]);
};

describe('AUDIT-01 changes of the tree', () => {
  it('AUDIT-01 a new folder is recorded with its path', async () => {
    const creator = await vault.as('creator');
    const create = () =>
      creator.data(organise.createFolder, {
        params: { recordId: ACME },
        query: { path: 'A', name: 'New' },
      });
    expect(await entriesOf(create)).toEqual([['folder.create', 'A/New', null]]);
  });

  it('AUDIT-01 a move is recorded once for each selected item, with both paths', async () => {
    const move = () =>
      editor.data(organise.move, {
        body: { linkId: ACME, paths: ['A/B'], sfids: [items.id('A/a.txt')], path: 'D' },
      });
    expect(new Set(await entriesOf(move))).toEqual(
      new Set([
        ['item.move', 'A/B', 'D/B'],
        ['item.move', 'A/a.txt', 'D/a.txt'],
      ]),
    );
  });

  it('AUDIT-01 a merge names the file that disappears and where it went', async () => {
    const merge = () =>
      editor.data(organise.moveMerging, { body: { linkId: ACME, sfids: [items.id('A/a.txt')], path: 'C' } });
    expect(await entriesOf(merge)).toEqual([['item.merge', 'A/a.txt', 'C/a.txt']]);
  });

  it('AUDIT-01 a copy is recorded with the id of the copy', async () => {
    const entries = await recordedBy(vault.database, () =>
      editor.data(organise.copy, { body: { linkId: ACME, paths: ['A/B'], path: 'D' } }),
    );
    expect(entries).toMatchObject([
      { action: 'item.copy', objectId: items.id('A/B'), details: { copyId: expect.stringMatching(/^fld/) } },
    ]);
  });

  it('AUDIT-01 a rename is recorded with both names, and one to the present name is not', async () => {
    const rename = (name: string) => () =>
      editor.call(organise.renameFile, { body: { linkId: ACME, sfid: items.id('A/a.txt'), name } });
    expect(await entriesOf(rename('new.txt'))).toEqual([['item.rename', 'A/a.txt', 'A/new.txt']]);
    expect(await entriesOf(rename('new.txt'))).toEqual([]);
  });

  it('AUDIT-01 trash, restore and deletion for ever are recorded with the original path', async () => {
    const id = items.id('A/B');
    const toTrash = () => editor.data(organise.moveToTrash, { query: { ids: id } });
    expect(await entriesOf(toTrash)).toEqual([['item.trash', 'A/B', null]]);
    expect(await entriesOf(() => editor.data(trash.restore, { body: [id] }))).toMatchObject([
      ['item.restore', 'A/B', null],
    ]);
    await toTrash();
    expect(await entriesOf(() => editor.data(trash.remove, { query: { ids: id } }))).toEqual([
      ['item.purge', 'A/B', null],
    ]);
  });
});
