import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { PastFolders } from '../testing/past-folders.ts';
import { purgeRecord } from '../trash/index.ts';

// Uses real HTTP, PostgreSQL and the blob store.

const recordId = RECORDS.acme;
const { bringBack, organise, trash, tree, versions } = contract;

let past: PastFolders;
beforeAll(async () => {
  past = await PastFolders.start();
});
afterAll(() => past.vault.close());

const moveToTrash = (ids: string) => past.client.data(organise.moveToTrash, { query: { ids } });
const deleteForEver = async (ids: string) => {
  await past.client.data(trash.remove, { params: { id: recordId }, query: { ids } });
  await purgeRecord(past.vault.deps, recordId);
};

async function idOfTop(top: string): Promise<string> {
  const { folderTree } = await past.client.data(tree.folders, { params: { recordId } });
  return folderTree.find(({ name }) => name === top)?.sfid ?? '';
}

async function idsInTrash(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select item_id as id from trash where record_id = ${recordId}`.execute(past.vault.database.kysely);
  return rows.map(({ id }) => id);
}

async function expectRightCounters(): Promise<void> {
  const { kept, counted } = await past.counters();
  expect(kept).toEqual(counted);
}

describe('SAFE-05 items that are in the trash', () => {
  it('are restored with ids and versions, and go there again when it is undone', async () => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const paths = ['a.txt', 'Sub/', 'Sub/b.txt'];
    const ids = await Promise.all(paths.map((path) => past.idOf(top, path)));
    const [file = '', folder = ''] = ids;
    const at = await past.moment();
    await past.fill(`${top}/Sub`, 'later.txt', 'later');
    await past.fill(top, 'a.txt', 'overwritten');
    await moveToTrash([file, folder].join(','));
    const damaged = await past.contentOf(top);
    const plan = await past.bringBack(top, at);
    expect(plan.restored.map(({ path }) => path)).toEqual(['Sub', 'a.txt']);
    expect(plan.files.map(({ path, isNew }) => [path, isNew])).toEqual([['a.txt', false]]);
    expect(plan.extra.map(({ path }) => path)).toEqual(['Sub/later.txt']);
    expect(await past.contentOf(top)).toEqual(before);
    expect(await Promise.all(paths.map((path) => past.idOf(top, path)))).toEqual(ids);
    const { content } = await past.client.data(versions.list, { params: { sfid: file }, query: {} });
    expect(content).toHaveLength(3);
    await expectRightCounters();
    await past.bringBack(top, plan.undoAt ?? at);
    expect(await past.contentOf(top)).toEqual(damaged);
    expect(await idsInTrash()).toEqual(expect.arrayContaining([file, folder]));
    await expectRightCounters();
  });

  it('are restored under their former names, and to a folder that was deleted permanently', async () => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const file = await past.idOf(top, 'Sub/b.txt');
    const at = await past.moment();
    await past.client.data(organise.renameFile, { body: { sfid: file, name: 'x.txt', linkId: recordId } });
    await moveToTrash(file);
    const folder = await past.idOf(top, 'Sub/');
    await moveToTrash(folder);
    await deleteForEver(folder);
    const { restored, folders, files } = await past.bringBack(top, at);
    expect({ restored, folders, files }).toEqual({
      restored: [{ id: file, kind: 'file', path: 'Sub/b.txt' }],
      folders: ['Sub'],
      files: [],
    });
    expect(await past.contentOf(top)).toEqual(before);
    await expectRightCounters();
  });

  it('are the folder itself: it is restored, and moving it to the trash undoes it', async () => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const id = await idOfTop(top);
    const file = await past.idOf(top, 'Sub/b.txt');
    const at = await past.moment();
    await moveToTrash(file);
    await moveToTrash(id);
    const body = { path: top, at: at.toISOString(), mode: 'in-place' } as const;
    const shown = await past.client.data(bringBack.plan, { params: { recordId }, body });
    expect(shown).toMatchObject({
      isMissing: true,
      restored: { count: 2, paths: ['', 'Sub/b.txt'] },
      folders: { count: 0 },
      newFiles: { count: 0 },
    });
    expect(await past.plan(top, at, 'beside')).toMatchObject({ isMissing: true, restored: [] });
    const done = await past.client.data(bringBack.carryOut, {
      params: { recordId },
      body: { ...body, planId: shown.planId },
    });
    expect(done).toEqual({ target: top, undoAt: null });
    expect(await past.contentOf(top)).toEqual(before);
    expect([await idOfTop(top), await past.idOf(top, 'Sub/b.txt')]).toEqual([id, file]);
    await expectRightCounters();
  });

  it('stay there when their path is taken, or when the folder is brought back beside', async () => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const at = await past.moment();
    const file = await past.idOf(top, 'a.txt');
    await moveToTrash(file);
    const { restored, target, isMissing } = await past.bringBack(top, at, 'beside');
    expect({ restored, isMissing }).toEqual({ restored: [], isMissing: false });
    expect(await past.contentOf(target)).toEqual(before);
    await past.fill(top, 'a.txt', 'other');
    await past.bringBack(top, at);
    expect(await past.contentOf(top)).toEqual(before);
    expect(await idsInTrash()).toContain(file);
  });

  it('are recorded in the audit as restored', async () => {
    const top = await past.filledFolder();
    const at = await past.moment();
    const id = await past.idOf(top, 'a.txt');
    await moveToTrash(id);
    await past.bringBack(top, at);
    const { rows } = await sql<{ action: string; details: unknown }>`
      select action, details from audit_entry where record_id = ${recordId} and object_id in (${id}, ${await idOfTop(top)})
      order by id desc limit 2`.execute(past.vault.database.kysely);
    expect(rows.toReversed()).toEqual([
      { action: 'item.restore', details: { toName: 'a.txt' } },
      {
        action: 'folder.bring-back',
        details: expect.objectContaining({ restored: 1, moved: 0, files: 0, trashed: 0 }),
      },
    ]);
  });

  it.each([
    ['one of them was restored', (id: string) => past.client.data(trash.restore, { query: {}, body: [id] })],
    ['one of them was deleted permanently', deleteForEver],
    ['the former path of one was taken', (_id: string, top: string) => past.fill(top, 'a.txt', 'other')],
  ])('are not restored when %s after the plan: 409, and the next plan is true', async (_what, race) => {
    const top = await past.filledFolder();
    const before = await past.contentOf(top);
    const id = await past.idOf(top, 'a.txt');
    const at = await past.moment();
    await moveToTrash(id);
    const plan = await past.plan(top, at);
    await race(id, top);
    await expect(past.carryOut(plan)).rejects.toMatchObject({ errorCode: 'PLAN_CHANGED' });
    await past.bringBack(top, at);
    expect(await past.contentOf(top)).toEqual(before);
    await expectRightCounters();
  });
});
