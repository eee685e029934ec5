import { contract } from '@vault/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { E4, E8, E11, P6, P8, P16 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { clearLinks, externalIdOf, linkRows, make, makeLink } from '../testing/links.ts';
import { ACME, setUpItems, type SeededItems } from '../testing/seeded-items.ts';

const DAY_MS = 86_400_000;

let vault: TestApp;
let seeded: SeededItems;

beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  await clearLinks(vault);
  seeded = await setUpItems(vault, [{ folder: 'A', name: 'plan.pdf' }], { folders: ['A/B'] });
});

const request = { call: 'requestLink' } as const;
const listed = async () =>
  (await (await vault.as('everything')).data(contract.links.list, { params: { recordId: ACME } })).content;

describe('C26 a request', () => {
  it('REQUEST-01 REQUEST-06 a request is a link to one folder', async () => {
    const { accessUrl } = await makeLink(vault, { path: 'A/B' }, request);
    expect(accessUrl.replace(vault.origin, '')).toMatch(/^\/r\/[A-Za-z0-9_-]{43}$/);
    expect(await listed()).toMatchObject([
      {
        linkType: 'REQUEST',
        fileName: 'B',
        location: 'A',
        isFile: false,
        fileSystem: { indexPath: 'A/B', sfid: seeded.id('A/B') },
        parentFolderSfid: seeded.id('A'),
        accessUrl,
      },
    ]);
  });

  it('REQUEST-05 a request never allows downloads or edits', async () => {
    await makeLink(vault, { path: 'A', allowDownload: true, edit: true, notify: true }, request);
    expect(await linkRows(vault)).toMatchObject([
      { kind: 'REQUEST', allowDownload: false, allowEdit: false, notify: true },
    ]);
  });

  it('REQUEST-06 a request needs a folder other than the root, by path or id', async () => {
    const root = (
      await (await vault.as('everything')).data(contract.tree.folders, { params: { recordId: ACME } })
    ).rootFolderSfid;
    for (const path of ['', root]) expect(await make(vault, { path }, request)).toEqual(P16);
    expect(await make(vault, {}, request)).toEqual(P16);
  });

  it('REQUEST-03 REQUEST-06 a request has no files and no other folders', async () => {
    const file = await externalIdOf(vault, seeded.id('A/plan.pdf'));
    expect(await make(vault, { path: 'A', externalIds: [file] }, request)).toEqual(P16);
    expect(await make(vault, { path: 'A', paths: ['A/B'] }, request)).toEqual(P16);
    expect(await linkRows(vault)).toEqual([]);
  });

  it('E4 the folder of a request must be live: not unknown, not a file, not in the trash', async () => {
    for (const path of ['C', 'A/plan.pdf', 'A/B/C']) expect(await make(vault, { path }, request)).toEqual(E4);
    const ids = seeded.id('A');
    await (await vault.as('everything')).data(contract.organise.moveToTrash, { query: { ids } });
    for (const path of ['A', 'A/B', seeded.id('A/B')])
      expect(await make(vault, { path }, request)).toEqual(E4);
    expect(await linkRows(vault)).toEqual([]);
  });

  it('REQUEST-04 a request is checked like a share', async () => {
    expect(await make(vault, { path: 'A', expireDateTime: Date.now() + 31 * DAY_MS }, request)).toEqual(P6);
    expect(await make(vault, { path: 'A', havePassword: true }, request)).toEqual(P8);
    expect(await make(vault, { path: 'A' }, { call: 'requestByEmail' })).toEqual(E8);
    // without create (GUARD-10); E4 of the missing folder comes first
    const sharer = { ...request, user: 'sharer' } as const;
    expect(await make(vault, { path: 'A', havePassword: true }, sharer)).toEqual(E11);
    expect(await make(vault, { path: 'A/none' }, sharer)).toEqual(E4);
    expect(await linkRows(vault)).toEqual([]);
  });
});
