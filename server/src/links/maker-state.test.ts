import { type Ability, contract, type LinkStatusFilter, type Permission } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grant, revoke } from '../session/index.ts';
import { permissionsOf, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { clearLinks, makeLink } from '../testing/links.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { ACME, setUpItems } from '../testing/seeded-items.ts';

const { links, recipient } = contract;
const MAKER = USERS.colleague;

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  await clearLinks(vault);
  await setUpItems(vault, [{ folder: 'A', name: 'plan.pdf' }]);
  await loadTestAccounts(vault.deps);
});

const rights = { words: [], records: [], newRecords: [] };
const list = async (query: { status?: LinkStatusFilter; size?: number } = {}) => {
  const ada = await vault.as('everything');
  return (await ada.data(links.list, { params: { recordId: ACME }, query })).content;
};
const linkOfMaker = (options: object = {}) =>
  makeLink(vault, { paths: ['A'], allowDownload: true, edit: true, ...options }, { user: 'colleague' });
const isOpen = async ({ token }: { token: string }) =>
  (await vault.anonymous.call(recipient.landing, { params: { token } })).code === 200;

describe('GUARD-11 C38 links whose maker lost a right', () => {
  it('a link whose maker lost access stays in the list and says so until the access returns', async () => {
    await linkOfMaker();
    expect(await list()).toMatchObject([{ status: 'Active', download: true, edit: true }]);
    await revoke(vault.deps, MAKER.sfid, { ...rights, records: [ACME] });
    const ended = {
      status: 'Active',
      makerState: 'NoAccess',
      createBy: MAKER.name,
      download: false,
      edit: false,
    };
    expect(await list()).toMatchObject([ended]);
    expect(await list({ status: 'Active' })).toEqual([]);
    expect(await list({ status: 'Expired' })).toMatchObject([ended]);
    await grant(vault.deps, MAKER.sfid, { ...rights, records: [ACME] });
    const [again] = await list();
    expect(again).toMatchObject({ download: true, edit: true });
    expect(again).not.toHaveProperty('makerState');
  });

  it('the filters Active and Expired, their counts and pages agree with the state of each link', async () => {
    const ada = await vault.as('everything');
    await linkOfMaker();
    await makeLink(vault, { path: 'A' }, { call: 'requestLink', user: 'colleague' });
    await makeLink(vault, { paths: ['A'] });
    const words: readonly Ability[] = ['read', 'create', 'edit', 'download', 'share', 'noExp'];
    for (let set = 0; set < 2 ** words.length; set += 1) {
      const given = words.filter((_, n) => (set & (2 ** n)) !== 0);
      await revoke(vault.deps, MAKER.sfid, { ...rights, words });
      if (given.length > 0) await grant(vault.deps, MAKER.sfid, { ...rights, words: given });
      const all = await list();
      const ended = all.filter(({ makerState }) => makerState === 'NoAccess').map(({ id }) => id);
      for (const [status, ids] of [
        ['Expired', ended],
        ['Active', all.map(({ id }) => id).filter((id) => !ended.includes(id))],
      ] as const) {
        const page = await ada.data(links.list, { params: { recordId: ACME }, query: { status, size: 1 } });
        expect([given, status, page.totalElements]).toEqual([given, status, ids.length]);
        expect((await list({ status })).map(({ id }) => id)).toEqual(ids);
      }
    }
  });

  it('the list shows the rights in force, not those of the terms', async () => {
    await linkOfMaker();
    await revoke(vault.deps, MAKER.sfid, { ...rights, words: ['download'] });
    const [link] = await list();
    expect(link).toMatchObject({ download: false, edit: true });
    expect(link).not.toHaveProperty('makerState');
  });

  it('a person whom a later ACCOUNTS_FILE does not list keeps the account, and so do the links', async () => {
    const link = await linkOfMaker();
    await loadTestAccounts(vault.deps, { users: [USERS.everything] });
    expect(await isOpen(link)).toBe(true);
  });

  it('a link whose maker has no account gives nothing', async () => {
    const link = await linkOfMaker();
    await sql`update link set created_by_id = 'usrGone00000000000'`.execute(vault.database.kysely);
    expect(await isOpen(link)).toBe(false);
    expect(await list()).toMatchObject([{ makerState: 'NoAccess' }]);
  });
});

describe('GUARD-11 the maker is a person of an issuer', () => {
  /** The claims of the newest token; null where the token has none. */
  const claim = async (permissions: Permission[] | null, records: string[] | null) => {
    await sql`delete from external_identity`.execute(vault.database.kysely);
    await sql`
      insert into external_identity (issuer, subject, account_id, claims_hash, claims_issued_at, permissions, records)
      values ('https://issuer.test', 'ben', ${MAKER.sfid}, '\\x00', now(),
        ${permissions === null ? null : JSON.stringify(permissions)}::jsonb, ${records}::text[])`.execute(
      vault.database.kysely,
    );
  };
  const SHARER = permissionsOf({ share: true });

  it('a person who also has a password keeps the rights of either way to sign in', async () => {
    const link = await linkOfMaker();
    await claim([], []);
    expect(await isOpen(link)).toBe(true);
    await revoke(vault.deps, MAKER.sfid, { ...rights, words: ['share'] });
    expect(await isOpen(link)).toBe(false);
    await claim(SHARER, [ACME]);
    expect(await isOpen(link)).toBe(true);
  });

  it('the claims of the newest token count; without a claim the permissions granted here do', async () => {
    const link = await linkOfMaker({ allowDownload: false, edit: false });
    await sql`update account set password_hash = null, loaded_hash = null where id = ${MAKER.sfid}`.execute(
      vault.database.kysely,
    );
    const states: boolean[] = [];
    for (const [permissions, records] of [
      [SHARER, [ACME]],
      [[], [ACME]],
      [SHARER, []],
      [null, null],
      [null, [ACME]],
      [SHARER, null],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: each replaces the claims
      await claim(permissions === null ? null : [...permissions], records === null ? null : [...records]);
      // oxlint-disable-next-line no-await-in-loop
      states.push(await isOpen(link));
    }
    expect(states).toEqual([true, false, false, true, true, true]);
  });
});
