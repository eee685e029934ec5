import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { E11, E4, P16 } from '../testing/answers.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { ACME, countersMustBeTrue, setUpItems, type SeededItems } from '../testing/seeded-items.ts';
import { purgeRecord } from '../trash/index.ts';
import { lockRecord } from '../tree/index.ts';

const { holds, organise, trash, versions } = contract;

let vault: TestApp;
let seeded: SeededItems;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  await sql`delete from held_item`.execute(vault.database.kysely);
  await sql`delete from hold`.execute(vault.database.kysely);
  seeded = await setUpItems(
    vault,
    [
      { name: 'root.txt' },
      { folder: 'Case', name: 'letter.txt' },
      { folder: 'Case', name: 'letter.txt' },
      { folder: 'Case/In', name: 'mail.txt' },
      { folder: 'Free', name: 'letter.txt' },
      { folder: 'Free/In', name: 'note.txt' },
    ],
    { folders: ['Free/Empty'] },
  );
});

const editor = () => vault.as('editor');
const auditor = () => vault.as('auditor');
const set = async (path: string, keepYears: number | null = null) =>
  (await auditor()).data(holds.set, { body: { record: ACME, path, keepYears, reason: 'Smith v. Jones' } });
const lift = async ({ id }: { id: string }) => (await auditor()).data(holds.lift, { params: { id } });
const moveToTrash = async (...paths: string[]) => {
  for (const path of paths) {
    await (await editor()).data(organise.moveToTrash, { query: { ids: seeded.id(path) } });
  }
};
const remove = async (...paths: string[]) =>
  (await editor()).call(trash.remove, { query: { ids: paths.map((path) => seeded.id(path)).join(',') } });
const move = async (paths: string[], into: string) =>
  (await editor()).data(organise.moveMerging, {
    body: { linkId: ACME, sfids: paths.map((path) => seeded.id(path)), paths: [], path: into },
  });
const restore = async (path: string) => (await editor()).data(trash.restore, { body: [seeded.id(path)] });
const protectionOf = async (path: string) =>
  (await vault.as('reader')).data(holds.ofItem, { params: { recordId: ACME, itemId: seeded.id(path) } });
const purge = () => purgeRecord(vault.deps, ACME);
const rowsLeft = async (...paths: string[]) => {
  const ids = paths.map((path) => seeded.id(path));
  const { rows } = await sql<{ id: string }>`select id from item where id = any(${ids})`.execute(
    vault.database.kysely,
  );
  return rows.length;
};
/** Dates all folders and versions of the record back. */
const age = async (years: number) => {
  const past = sql`now() - make_interval(years => ${years})`;
  await sql`update version set created_at = ${past} where record_id = ${ACME}`.execute(vault.database.kysely);
  await sql`update item set created_at = ${past} where record_id = ${ACME}`.execute(vault.database.kysely);
};

const refusal = (errorMessage: string) => ({
  status: 409,
  code: 409,
  data: null,
  errorCode: 'ITEM_PROTECTED',
  errorMessage,
});
const DONE = { code: 200, data: true };
const ON_HOLD = { isOnHold: true, keptUntil: null };
const FREE = { isOnHold: false, keptUntil: null };

describe('SAFE-12 a legal hold on a folder', () => {
  it('SAFE-12 forbids to delete permanently what is in it, until it is lifted', async () => {
    const hold = await set('Case');
    await moveToTrash('Case/In/mail.txt');
    expect(await remove('Case/In/mail.txt')).toMatchObject(
      refusal('"mail.txt" is on legal hold. It cannot be deleted permanently.'),
    );
    await lift(hold);
    expect(await remove('Case/In/mail.txt')).toMatchObject(DONE);
    await purge();
    expect(await rowsLeft('Case/In/mail.txt')).toBe(0);
    await countersMustBeTrue(vault.database);
  });

  it('SAFE-12 forbids it for its folder and the folders above; nothing of the selection is deleted', async () => {
    await set('Case/In');
    await moveToTrash('root.txt', 'Case');
    expect(await remove('root.txt', 'Case')).toMatchObject(
      refusal('"Case", or something in it, is on legal hold. It cannot be deleted permanently.'),
    );
    expect(await remove('root.txt')).toMatchObject(DONE);
  });

  it('SAFE-12 on the whole record protects everything', async () => {
    await set('');
    await moveToTrash('root.txt');
    expect((await remove('root.txt')).code).toBe(409);
  });

  it('SAFE-12 does not forbid to delete a folder that it left with an own entry in the trash', async () => {
    await set('Case/In');
    await moveToTrash('Case/In', 'Case');
    expect(await remove('Case')).toMatchObject(DONE);
    await purge();
    expect((await remove('Case/In')).code).toBe(409);
    expect(await rowsLeft('Case', 'Case/In', 'Case/In/mail.txt')).toBe(2);
  });

  it('SAFE-12 VERSION-18 forbids to delete a version of a file in it', async () => {
    const hold = await set('Case');
    const params = { sfid: seeded.id('Case/letter.txt') };
    const { content } = await (await editor()).data(versions.list, { params, query: {} });
    const removeOldest = async () =>
      (await editor()).call(versions.remove, {
        params,
        query: { versionId: content.at(-1)?.versionId ?? '' },
      });
    expect(await removeOldest()).toMatchObject(
      refusal('"letter.txt" is on legal hold. This version cannot be deleted.'),
    );
    await lift(hold);
    expect(await removeOldest()).toMatchObject(DONE);
  });

  it('SAFE-12 of two holds, the second one still protects when the first is lifted', async () => {
    const first = await set('Case');
    await set('Case/In');
    await lift(first);
    await moveToTrash('Case/In/mail.txt');
    expect((await remove('Case/In/mail.txt')).code).toBe(409);
  });
});

describe('SAFE-12 items that leave a held folder stay on hold', () => {
  it('SAFE-12 a moved file or folder, until the hold is lifted', async () => {
    const hold = await set('Case');
    await move(['Case/letter.txt', 'Case/In'], 'Free/Empty');
    await moveToTrash('Case/letter.txt', 'Case/In');
    expect((await remove('Case/letter.txt')).code).toBe(409);
    expect((await remove('Case/In')).code).toBe(409);
    await lift(hold);
    expect(await remove('Case/letter.txt', 'Case/In')).toMatchObject(DONE);
  });

  it('SAFE-12 a move within the folder or into it adds nothing that outlives a move back', async () => {
    await set('Case');
    await move(['Case/letter.txt'], 'Case/In');
    await move(['root.txt'], 'Case');
    const { rows } = await sql`select * from held_item`.execute(vault.database.kysely);
    expect(rows).toHaveLength(1);
  });

  it('SAFE-12 D-13 a file that is merged into another one outside', async () => {
    await set('Case');
    await move(['Case/letter.txt'], 'Free');
    await moveToTrash('Free/letter.txt');
    expect((await remove('Free/letter.txt')).code).toBe(409);
  });

  it('SAFE-12 D-13 a held folder that is merged into another one, with what is in its trash', async () => {
    await set('Case/In');
    await moveToTrash('Case/In/mail.txt');
    await move(['Case/In'], 'Free');
    await moveToTrash('Free/In');
    expect((await remove('Free/In')).code).toBe(409);
    expect((await remove('Case/In/mail.txt')).code).toBe(409);
  });

  it('SAFE-12 D-25 an item that is restored to its path while its held folder is in the trash', async () => {
    await set('Case');
    await moveToTrash('Case/In/mail.txt', 'Case');
    await restore('Case/In/mail.txt');
    await moveToTrash('Case/In/mail.txt');
    expect((await remove('Case/In/mail.txt')).code).toBe(409);
  });
});

describe('SAFE-12 a retention rule', () => {
  it('SAFE-12 forbids a deletion until its years have passed since the newest version', async () => {
    await age(7);
    await set('Case', 8);
    await moveToTrash('Case');
    const { errorMessage } = await remove('Case');
    const year = new Date().getUTCFullYear() + 1;
    expect(errorMessage).toMatch(
      new RegExp(`^"Case", or something in it, must be kept until ${year}-\\d\\d-\\d\\d\\.`),
    );
    await sql`update hold set keep_years = 7`.execute(vault.database.kysely);
    expect(await remove('Case')).toMatchObject(DONE);
    await purge();
    expect(await rowsLeft('Case', 'Case/In/mail.txt')).toBe(0);
  });

  it('SAFE-12 VERSION-18 counts from the creation of each version', async () => {
    await age(7);
    const params = { sfid: seeded.id('Case/letter.txt') };
    const { content } = await (await editor()).data(versions.list, { params, query: {} });
    const [newer = '', older = ''] = content.map(({ versionId }) => versionId);
    await sql`update version set created_at = now() where id = ${newer}`.execute(vault.database.kysely);
    await set('Case', 5);
    const removeVersion = async (versionId: string) =>
      (await editor()).call(versions.remove, { params, query: { versionId } });
    expect((await removeVersion(newer)).errorMessage).toMatch(/^"letter\.txt" must be kept until /);
    expect(await removeVersion(older)).toMatchObject(DONE);
  });
});

describe('SAFE-12 the purge and the record lock', () => {
  it('SAFE-12 a hold that is set while the purge runs keeps what is left, until it is lifted', async () => {
    await moveToTrash('Case', 'Free');
    await remove('Case', 'Free');
    // Holds are set on live folders; this one is set on the record when some items are deleted.
    let hold = { id: '' };
    const { kysely, transaction } = vault.database;
    const database: typeof vault.database = {
      ...vault.database,
      kysely,
      transaction: async (work) => {
        const result = await transaction(work);
        if (hold.id === '' && (await rowsLeft('Case/In/mail.txt', 'Free/In/note.txt')) === 0) {
          hold = await set('');
        }
        return result;
      },
    };
    await purgeRecord({ ...vault.deps, database }, ACME, { versions: 2 });
    const left = ['Case', 'Case/letter.txt', 'Free', 'Free/letter.txt'];
    const before = await rowsLeft(...left);
    expect(before).toBeGreaterThan(0);
    await purge();
    expect(await rowsLeft(...left)).toBe(before);
    await lift(hold);
    await purge();
    expect(await rowsLeft(...left)).toBe(0);
    await countersMustBeTrue(vault.database);
  });

  it('SAFE-12 setting a hold waits for the lock of the record, as a deletion does', async () => {
    const waiting = async () => {
      const { rows } = await vault.database.pool.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.count;
    };
    let setting: Promise<unknown> = Promise.resolve();
    await vault.database.transaction(async (tx) => {
      await lockRecord(tx, ACME);
      setting = set('');
      await expect.poll(waiting).toBe(1);
    });
    await setting;
    await moveToTrash('Case');
    expect((await remove('Case')).code).toBe(409);
  });
});

describe('SAFE-12 the calls', () => {
  it('SAFE-12 C129 C133 list the holds with their present paths, and show the protection of items', async () => {
    const hold = await set('Case/In', 8);
    await set('');
    await move(['Case/In'], 'Free/Empty');
    const { content, totalElements } = await (await auditor()).data(holds.list, { query: {} });
    expect(totalElements).toBe(2);
    const name = expect.any(String);
    expect(content).toMatchObject([
      { record: { sfid: ACME, name }, path: '', keepYears: null, reason: 'Smith v. Jones' },
      { id: hold.id, record: { sfid: ACME, name }, path: 'Free/Empty/In', keepYears: 8 },
    ]);
    expect(await protectionOf('Free/letter.txt')).toEqual(ON_HOLD);
    await lift({ id: content[0]?.id ?? '' });
    expect(await protectionOf('Free/letter.txt')).toEqual(FREE);
    const { keptUntil } = await protectionOf('Case/In/mail.txt');
    expect(new Date(keptUntil ?? 0).getUTCFullYear()).toBe(new Date().getUTCFullYear() + 8);
  });

  it('SAFE-12 AUDIT-01 setting and lifting are recorded with rule and reason', async () => {
    const entries = await recordedBy(vault.database, async () => lift(await set('Case/In', 8)));
    expect(entries).toMatchObject(
      ['hold.set', 'hold.lift'].map((action) => ({
        action,
        recordId: ACME,
        objectKind: 'folder',
        objectId: seeded.id('Case/In'),
        objectName: 'In',
        objectPath: 'Case',
        details: { keepYears: 8, reason: 'Smith v. Jones' },
      })),
    );
  });

  it('SAFE-12 need the right audit, also from people who may delete', async () => {
    const hold = await set('Case');
    const body = { record: ACME, path: '', keepYears: null, reason: 'x' };
    expect(await (await editor()).call(holds.set, { body })).toEqual(E11);
    expect(await (await editor()).call(holds.lift, { params: hold })).toEqual(E11);
    expect(await (await editor()).call(holds.list, { query: {} })).toEqual(E11);
  });

  it('SAFE-12 refuse unknown records and folders, lifted holds, and rules out of range', async () => {
    const hold = await set('Case');
    await lift(hold);
    const client = await auditor();
    const body = { record: ACME, path: 'Case', keepYears: null, reason: 'x' };
    expect(await client.call(holds.lift, { params: hold })).toEqual(E4);
    expect(await client.call(holds.set, { body: { ...body, path: 'Nowhere' } })).toEqual(E4);
    expect(await client.call(holds.set, { body: { ...body, record: 'recUnknown00000001' } })).toEqual(E4);
    for (const keepYears of [0, 101, 1.5, -1]) {
      expect(await client.call(holds.set, { body: { ...body, keepYears } })).toEqual(P16);
    }
    expect(await client.call(holds.set, { body: { ...body, reason: ' ' } })).toEqual(P16);
    expect(await client.call(holds.set, { body: { ...body, reason: 'x'.repeat(201) } })).toEqual(P16);
    for (const endpoint of Object.values(holds)) await mustWithstand(client, endpoint, { runs: 10 });
  });
});
