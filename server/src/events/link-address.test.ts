import { contract } from '@vault/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream, receiveAll } from './fixtures/live-stream.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { makeLink } from '../testing/links.ts';
import { ACME, setUpItems } from '../testing/seeded-items.ts';

const { links, history } = contract;
const params = { recordId: ACME };

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
  await setUpItems(vault, [{ folder: 'Tax', name: 'plan.pdf' }]);
});
afterAll(() => vault.close());

test('GUARD-12 no reply, export or live event gives the address of a link to a reader', async () => {
  const reader = await vault.as('reader');
  const stream = await openStream(reader, ACME);
  const share = await makeLink(vault, { paths: ['Tax'], notify: true });
  const request = await makeLink(vault, { path: 'Tax' }, { call: 'requestLink' });
  await receiveAll(vault.database, stream, ACME);
  stream.close();
  const exported = await reader.data(links.exportAddress, { params, query: {} });
  const received = [
    await reader.data(links.list, { params, query: {} }),
    await reader.data(links.list, { params, query: { id: share.id } }),
    await reader.data(history.accessRecords, { query: { type: 'Link_View', relationId: share.id } }),
    await (await reader.fetch(exported)).text(),
    stream.events,
  ].map((reply) => JSON.stringify(reply));
  for (const { token, id } of [share, request]) {
    for (const reply of received) expect(reply).not.toContain(token);
    expect(received[0]).toContain(id);
  }
  expect(stream.events).toContainEqual({ type: 'links' });
});

test('GUARD-12 with the share permission the list has the address', async () => {
  const { id, accessUrl } = await makeLink(vault, { paths: ['Tax'] });
  const sharer = await vault.as('sharer');
  const { content } = await sharer.data(links.list, { params, query: { id } });
  expect(content).toMatchObject([{ accessUrl }]);
});
