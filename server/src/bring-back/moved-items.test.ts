import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { PastFolders } from '../testing/past-folders.ts';

// Uses real HTTP, PostgreSQL and the blob store.

const recordId = RECORDS.acme;
const { organise, versions } = contract;

let past: PastFolders;
beforeAll(async () => {
  past = await PastFolders.start();
});
afterAll(() => past.vault.close());

const renameFile = (sfid: string, name: string) =>
  past.client.data(organise.renameFile, { body: { sfid, name, linkId: recordId } });
const renameFolder = (path: string, oriFolderName: string, newFolderName: string) =>
  past.client.data(organise.renameFolder, {
    params: { linkId: recordId },
    query: { path, oriFolderName, newFolderName },
  });
const move = (selection: { sfids?: string[]; paths?: string[] }, path: string) =>
  past.client.data(organise.move, { body: { linkId: recordId, ...selection, path } });

async function expectRightCounters(): Promise<void> {
  const { kept, counted } = await past.counters();
  expect(kept).toEqual(counted);
}

describe('SAFE-05 items that were renamed or moved since the moment', () => {
  it('go back with id and versions; a file with other bytes gets its former ones as a new version', async () => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const [renamed, moved] = [await past.idOf(top, 'a.txt'), await past.idOf(top, 'Sub/b.txt')];
    const at = await past.moment();
    await renameFile(renamed, 'a.locked');
    await past.fill(top, 'a.locked', 'encrypted');
    await past.fill(`${top}/Wrong`, 'other.txt', 'other');
    await move({ sfids: [moved] }, `${top}/Wrong`);
    const damaged = await past.contentOf(top);
    const plan = await past.bringBack(top, at);
    expect(plan.moved.map(({ from, path }) => [from, path])).toEqual([
      ['Wrong/b.txt', 'Sub/b.txt'],
      ['a.locked', 'a.txt'],
    ]);
    expect(plan.files.map(({ path, isNew }) => [path, isNew])).toEqual([['a.txt', false]]);
    expect(plan.extra.map(({ path }) => path)).toEqual(['Wrong']);
    expect(await past.contentOf(top)).toEqual(before);
    expect([await past.idOf(top, 'a.txt'), await past.idOf(top, 'Sub/b.txt')]).toEqual([renamed, moved]);
    const { content } = await past.client.data(versions.list, { params: { sfid: renamed }, query: {} });
    expect(content).toHaveLength(3);
    await expectRightCounters();
    await past.bringBack(top, plan.undoAt ?? at);
    expect(await past.contentOf(top)).toEqual(damaged);
  });

  it('take along what is in a folder, also when folders were moved into each other', async () => {
    const top = await past.filledFolder();
    await past.fill(`${top}/Sub/Deep`, 'd.txt', `d of ${top}`);
    const before = await past.contentOf(top);
    const paths = ['Sub/', 'Sub/Deep/', 'Sub/Deep/d.txt', 'Sub/b.txt'];
    const ids = await Promise.all(paths.map((path) => past.idOf(top, path)));
    const at = await past.moment();
    await move({ paths: [`${top}/Sub/Deep`] }, top);
    await renameFolder(top, 'Deep', 'Wrong');
    await move({ paths: [`${top}/Sub`] }, `${top}/Wrong`);
    const damaged = await past.contentOf(top);
    const plan = await past.bringBack(top, at);
    expect(plan.moved.map(({ from, path }) => [from, path])).toEqual([
      ['Wrong/Sub', 'Sub'],
      ['Wrong', 'Sub/Deep'],
    ]);
    expect(plan).toMatchObject({ folders: [], files: [], extra: [], unchanged: 4 });
    expect(await past.contentOf(top)).toEqual(before);
    expect(await Promise.all(paths.map((path) => past.idOf(top, path)))).toEqual(ids);
    await expectRightCounters();
    await past.bringBack(top, plan.undoAt ?? at);
    expect(await past.contentOf(top)).toEqual(damaged);
    await expectRightCounters();
  });

  it('leave another one in which they were, when both go back to the same folder', async () => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const at = await past.moment();
    await renameFolder(top, 'Empty', 'Wrong');
    await move({ paths: [`${top}/Sub`] }, `${top}/Wrong`);
    const plan = await past.bringBack(top, at);
    expect(plan.moved.map(({ from, path }) => [from, path])).toEqual([
      ['Wrong', 'Empty'],
      ['Wrong/Sub', 'Sub'],
    ]);
    expect(await past.contentOf(top)).toEqual(before);
    await expectRightCounters();
  });

  it('stay where they are when the folder is brought back beside', async () => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const at = await past.moment();
    await renameFile(await past.idOf(top, 'a.txt'), 'renamed.txt');
    const present = await past.contentOf(top);
    const { moved, target } = await past.bringBack(top, at, 'beside');
    expect(moved).toEqual([]);
    expect(await past.contentOf(top)).toEqual(present);
    expect(await past.contentOf(target)).toEqual(before);
  });

  it.each([
    [
      'one of them was deleted',
      (id: string) => past.client.data(organise.moveToTrash, { query: { ids: id } }),
    ],
    ['the former path of one was taken', (_id: string, top: string) => past.fill(top, 'a.txt', 'other')],
  ])('are not moved when %s after the plan: 409, and the next plan is true', async (_what, race) => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const id = await past.idOf(top, 'a.txt');
    const at = await past.moment();
    await renameFile(id, 'renamed.txt');
    const plan = await past.plan(top, at);
    await race(id, top);
    await expect(past.carryOut(plan)).rejects.toMatchObject({ errorCode: 'PLAN_CHANGED' });
    await past.bringBack(top, at);
    expect(await past.contentOf(top)).toEqual(before);
  });
});
