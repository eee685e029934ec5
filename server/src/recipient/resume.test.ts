import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { patch, patchInSilence, progress } from '../testing/resume.ts';
import { list } from '../testing/upload-pipeline.ts';
import { makeLink, open, put as store, type OpenedLink } from './fixtures/visitors.ts';

const { recipient } = contract;

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
  await store(vault, { folder: 'Inbox', name: 'first.txt', bytes: 'x' });
});
afterAll(() => vault.close());

async function prepareAs(visitor: OpenedLink, fileName: string): Promise<string> {
  const input = { query: { fileName }, body: { RelFileName: `${fileName}.txt` } };
  const { data } = (await (await visitor.ask(recipient.prepareUpload, input)).json()) as { data: string };
  return data;
}

it('C53 a visitor submits a file in chunks', async () => {
  const visitor = await open(vault, await makeLink(vault, { kind: 'REQUEST', path: 'Inbox' }));
  const address = await prepareAs(visitor, 'chunks');
  expect(await patch(address, 'in ', { offset: 0, length: 9 })).toEqual({ status: 204, offset: 3 });
  expect(await progress(address)).toEqual({ status: 200, offset: 3, length: 9 });
  expect(await patch(address, 'x', { offset: 1 })).toMatchObject({ status: 409 });
  expect(await patch(address, 'chunks', { offset: 3 })).toEqual({ status: 204, offset: 9 });
  await visitor.ask(recipient.scanUpload, { query: { key: 'chunks' } });
  await visitor.ask(recipient.transferUpload, { body: { fileKeys: ['chunks'] } });
  const items = await list(await vault.as('everything'), 'Inbox');
  expect(items.find(({ name }) => name === 'chunks.txt')).toMatchObject({ size: 9, uploadedBy: 'Public' });
});

it('GUARD-25 a silent upload of a visitor is ended; it continues after the received bytes', async () => {
  const visitor = await open(vault, await makeLink(vault, { kind: 'REQUEST', path: 'Inbox' }));
  const address = await prepareAs(visitor, 'silent');
  await patchInSilence(vault, address, Buffer.from('one, '), { offset: 0, announced: 8 });
  await expect.poll(async () => (await progress(address)).offset).toBe(5);
  expect(await patch(address, 'two', { offset: 5 })).toEqual({ status: 204, offset: 8 });
});

it('C53 each chunk passes the gate: a link that expires between chunks refuses the next', async () => {
  const link = await makeLink(vault, { kind: 'REQUEST', path: 'Inbox' });
  const address = await prepareAs(await open(vault, link), 'late');
  await patch(address, 'one', { offset: 0, length: 6 });
  await sql`update link set expires_at = now() - interval '1 ms' where id = ${link.id}`.execute(
    vault.database.kysely,
  );
  expect(await patch(address, 'two', { offset: 3 })).toEqual({
    status: 410,
    errorMessage: 'This link has expired.',
  });
  expect(await progress(address)).toEqual({ status: 410, offset: null, length: null });
});

it('C53 an address works only in the visit that requested it', async () => {
  const link = await makeLink(vault, { kind: 'REQUEST', path: 'Inbox' });
  const [mine, other] = [await open(vault, link), await open(vault, link)];
  const addresses = [await prepareAs(mine, 'mine'), await prepareAs(other, 'mine')];
  const [visit = '', otherVisit = ''] = addresses.map((address) => address.split('/').at(-2));
  const [address = ''] = addresses;
  const mixed = address.replace(visit, otherVisit);
  expect(await patch(mixed, 'x', { offset: 0 })).toMatchObject({ status: 403 });
  expect(await progress(mixed)).toMatchObject({ status: 403, offset: null });
  expect(await patch(address, 'x', { offset: 0 })).toMatchObject({ status: 204 });
});
