import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grant, revoke } from '../session/index.ts';
import { USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { patch, progress } from '../testing/resume.ts';
import { ACME } from '../testing/seeded-items.ts';
import { type MadeLink, makeLink, open, put as store } from './fixtures/visitors.ts';

const { recipient, links } = contract;
const PORTAL_PATH = '/api/v2/services/file-system/upload/bytes/';

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
  await store(vault, { folder: 'Inbox', name: 'first.txt', bytes: 'x' });
});
afterAll(() => vault.close());

/** A request, and the upload address of a visitor of it. */
async function prepared(): Promise<{ link: MadeLink; address: string }> {
  const link = await makeLink(vault, { kind: 'REQUEST', path: 'Inbox' });
  const visitor = await open(vault, link);
  const input = { query: { fileName: 'uid' }, body: { RelFileName: 'a.txt' } };
  const { data } = (await (await visitor.ask(recipient.prepareUpload, input)).json()) as { data: string };
  return { link, address: data };
}

/** The statuses of HEAD, PATCH and PUT, in this order. */
async function statusesOf(address: string): Promise<number[]> {
  const { status: head } = await progress(address);
  const { status: patched } = await patch(address, 'x', { offset: 0 });
  const { status: stored } = await fetch(address, { method: 'PUT', body: 'x' });
  return [head, patched, stored];
}

describe('GUARD-14 an upload address made behind a link', () => {
  it('the address of the portal does not accept it, because no gate checks it there', async () => {
    const { link, address } = await prepared();
    const token = address.split('/').at(-1) ?? '';
    const portal = `${vault.origin}${PORTAL_PATH}${token}`;
    expect(await statusesOf(portal)).toEqual([403, 403, 403]);
    const ada = await vault.as('everything');
    await ada.data(links.remove, { params: { recordId: ACME, id: link.id } });
    expect(await statusesOf(portal)).toEqual([403, 403, 403]);
    expect(await statusesOf(address)).toEqual([404, 404, 404]);
  });

  it('an address that an earlier version signed for a visit is refused', async () => {
    const { address } = await prepared();
    const [visit = ''] = address.split('/').slice(-2);
    const expiresAt = new Date(Date.now() + 60_000);
    const { signer } = vault.deps;
    const former = signer.sign('upload', [visit, 'uid'], expiresAt);
    const presentForm = signer.sign('upload', { holder: [visit], key: 'uid' }, expiresAt);
    expect(await statusesOf(`${vault.origin}${PORTAL_PATH}${presentForm}`)).toEqual([403, 403, 403]);
    expect(await statusesOf(`${vault.origin}${PORTAL_PATH}${former}`)).toEqual([403, 403, 403]);
    expect(await statusesOf(`${address.slice(0, address.lastIndexOf('/'))}/${former}`)).toEqual([
      403, 403, 403,
    ]);
  });

  it('only the token of its link in the path opens it', async () => {
    const [{ link, address }, other] = [await prepared(), await prepared()];
    expect(await statusesOf(address.replace(link.token, other.link.token))).toEqual([401, 401, 401]);
    expect(await statusesOf(address.replace(link.token, 'unknown'))).toEqual([404, 404, 404]);
  });

  it('GUARD-11 uploading stops at the next request when the maker of the link loses create', async () => {
    const { address } = await prepared();
    const lost = { words: ['create' as const], records: [], newRecords: [] };
    expect(await patch(address, 'one', { offset: 0, length: 6 })).toEqual({ status: 204, offset: 3 });
    await revoke(vault.deps, USERS.everything.sfid, lost);
    expect(await statusesOf(address)).toEqual([410, 410, 410]);
    await grant(vault.deps, USERS.everything.sfid, lost);
    expect(await patch(address, 'two', { offset: 3 })).toEqual({ status: 204, offset: 6 });
  });

  it("the portal's own address does not work behind a link", async () => {
    const { address } = await prepared();
    const ada = await vault.as('everything');
    const own = await ada.data(contract.upload.prepare, {
      query: { fileName: 'own' },
      body: { RelFileName: 'a.txt' },
    });
    const moved = `${address.slice(0, address.lastIndexOf('/'))}/${own.split('/').at(-1)}`;
    expect(await statusesOf(moved)).toEqual([403, 403, 403]);
    expect(await patch(own, 'x', { offset: 0 })).toEqual({ status: 204, offset: 1 });
  });
});
