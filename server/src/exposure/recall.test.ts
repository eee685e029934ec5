import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grant, revoke } from '../session/index.ts';
import { USERS } from '../testing/accounts.ts';
import { E11 } from '../testing/answers.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { answerOf } from '../testing/client.ts';
import { makeLink, type StoredLink } from '../testing/links.ts';
import { ACME } from '../testing/seeded-items.ts';
import { createExposedVault, type ExposedVault } from './fixtures/exposed-vault.ts';

const { exposure, recipient } = contract;

let vault: ExposedVault;
beforeAll(async () => {
  vault = await createExposedVault();
});
afterAll(() => vault.close());

const read: ExposedVault['read'] = (...question) => vault.read(...question);

describe('AUDIT-10 C124 recall', () => {
  const recall = async (id: string, user: 'auditor' | 'administrator' = 'administrator') =>
    (await vault.as(user)).call(exposure.recall, { params: { id } });
  const landing = async (link: StoredLink) =>
    answerOf(await fetch(`${vault.origin}/api/v1/services/file-system/public/links/${link.token}`));

  it('AUDIT-10 ends every link that reaches the item with its visits, and no other link', async () => {
    const [file, other] = [await vault.stored(), await vault.stored()];
    const above = await vault.share({ paths: [file.outer] });
    const direct = await vault.share({ externalIds: [file.id] });
    const foreign = await vault.share({ paths: [other.outer] });
    await sql`update link set expires_at = now() - interval '1 day' where id = ${direct.id}`.execute(
      vault.database.kysely,
    );
    const visitor = await vault.open(above);
    expect((await read(file.id)).recall).toEqual({ links: 2, visits: 1 });
    const administrator = await vault.as('administrator');
    let answer: unknown;
    const entries = await recordedBy(vault.database, async () => {
      answer = await administrator.data(exposure.recall, { params: { id: file.id } });
    });
    expect(answer).toEqual({
      links: expect.arrayContaining([
        expect.objectContaining({ sfid: above.id }),
        expect.objectContaining({ sfid: direct.id }),
      ]),
      visits: 1,
    });
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['link.end', 'link.end', 'link.recall']);
    expect(entries.at(-1)).toMatchObject({ objectId: file.id, details: { links: 2, visits: 1 } });
    const params = { token: above.token };
    expect((await visitor.call(recipient.list, { params, query: {} })).code).toBe(404);
    expect((await landing(above)).code).toBe(404);
    expect((await landing(foreign)).code).toBe(200);
    expect((await read(file.id)).recall).toEqual({ links: 0, visits: 0 });
  });

  it('AUDIT-10 of a folder also ends the links of items below it, in the trash too', async () => {
    const file = await vault.stored();
    const inside = await vault.share({ externalIds: [file.id] });
    const outer = await vault.folderId(file.outer);
    expect((await read(outer)).links?.rows).toEqual([
      expect.objectContaining({
        sfid: inside.id,
        through: { sfid: file.id, name: 'plan.txt', place: 'below' },
      }),
    ]);
    const ada = await vault.as('everything');
    await ada.data(contract.organise.moveToTrash, { body: { linkId: ACME, sfids: [file.id] } });
    expect(await read(outer)).toMatchObject({ links: { rows: [] }, recall: { links: 1, visits: 0 } });
    expect((await recall(outer)).data.links.map(({ sfid }) => sfid)).toEqual([inside.id]);
  });

  it('AUDIT-10 repeated, also at the same moment, it ends each link once', async () => {
    const file = await vault.stored();
    await vault.share({ externalIds: [file.id] });
    await vault.share({ externalIds: [file.id] });
    const answers = await Promise.all([recall(file.id), recall(file.id), recall(file.id)]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect(answers.flatMap(({ data }) => data.links)).toHaveLength(2);
  });

  it('AUDIT-10 of a link ends this link only; a request too', async () => {
    const file = await vault.stored();
    const [one, two] = [
      await vault.share({ externalIds: [file.id] }),
      await vault.share({ externalIds: [file.id] }),
    ];
    const request = await makeLink(vault, { path: file.outer }, { call: 'requestLink' });
    expect((await recall(one.id)).data.links.map(({ sfid }) => sfid)).toEqual([one.id]);
    expect((await recall(request.id)).data.links).toHaveLength(1);
    expect((await landing(two)).code).toBe(200);
    expect((await read(one.id)).item.state).toBe('absent');
  });

  it('AUDIT-10 needs admin, or audit with share and the record; nothing changes without', async () => {
    const file = await vault.stored();
    const link = await vault.share({ externalIds: [file.id] });
    expect(await recall(file.id, 'auditor')).toEqual(E11);
    const right = { words: ['audit'] as const, records: [], newRecords: [] };
    const who = [USERS.outsider.sfid, USERS.sharer.sfid, USERS.reader.sfid];
    for (const id of who) await grant(vault.deps, id, { ...right, words: ['audit'] });
    const as = async (user: 'outsider' | 'sharer' | 'reader') =>
      (await vault.as(user)).call(exposure.recall, { params: { id: file.id } });
    expect([await as('outsider'), await as('reader')]).toEqual([E11, E11]);
    expect((await landing(link)).code).toBe(200);
    expect((await as('sharer')).data.links).toHaveLength(1);
    for (const id of who) await revoke(vault.deps, id, { ...right, words: ['audit'] });
    expect(await as('sharer')).toEqual(E11);
  });

  it('AUDIT-10 C123 lists who has received bytes, each once, also for an item that is gone', async () => {
    const file = await vault.stored();
    const link = await vault.share({ externalIds: [file.id] });
    await vault.download(link, { sfids: [file.id] });
    await vault.download(link, { sfids: [file.id] });
    await vault.open(link);
    const { receivers, searchedTo, firm } = await (
      await vault.as('auditor')
    ).data(exposure.receivers, { params: { id: file.id } });
    expect([searchedTo, firm]).toEqual([null, 'Portal Vault']);
    expect(receivers).toEqual([
      expect.objectContaining({
        kind: 'visitor',
        address: '127.0.0.1',
        count: 2,
        link: expect.objectContaining({ sfid: link.id }),
      }),
    ]);
  });
});
