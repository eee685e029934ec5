import { contract, Messages } from '@vault/contract';
import { afterEach, expect, test } from 'vitest';
import { call } from '../api/index.ts';
import { createFakeServer, type FakeServer, refusal, type Replies } from './fake-server.ts';

// Uses the real client and contract, and the fake server.
let server: FakeServer | null = null;
const start = (replies: Replies) => (server = createFakeServer(replies));
const stopped = () => {
  const last = server;
  server = null;
  return () => last?.stop();
};
afterEach(() => server?.stop());

const move = { body: { linkId: 'usrAda000000000000', path: 'Tax' } };

test('the fake server answers a declared call and records its input', async () => {
  const { calls } = start({
    'organise.move': ({ body }) => ({ outcome: body.path === 'Tax' ? 'done' : 'merge' }),
  });
  await expect(call(contract.organise.move, move)).resolves.toEqual({ outcome: 'done' });
  expect(calls('organise.move')).toEqual([
    { params: {}, query: {}, body: { ...move.body, sfids: [], paths: [] }, token: null },
  ]);
});

test('the page receives the code and the message of a refusal', async () => {
  start({ 'organise.move': refusal(409, 'NAME_EXISTS', 'There is one.') });
  await expect(call(contract.organise.move, move)).rejects.toMatchObject({
    code: 409,
    errorCode: 'NAME_EXISTS',
    message: 'There is one.',
  });
});

test('a call without a declared reply fails the test with its name', async () => {
  start({});
  await expect(call(contract.organise.move, move)).rejects.toMatchObject({ code: 500 });
  expect(stopped()).toThrow('The page called organise.move (POST /api/v1/services/file-system/move)');
});

test('an invalid request and an invalid reply fail the test with the name of the call', async () => {
  start({ 'organise.move': { outcome: 'done' }, 'session.records': [{ sfid: 'short', name: 'x' }] });
  await expect(call(contract.organise.move, { body: { ...move.body, linkId: '?' } })).rejects.toThrow(
    Messages.noConnection,
  );
  await expect(call(contract.session.records, {})).rejects.toThrow(Messages.noConnection);
  expect(stopped()).toThrow(
    /organise\.move with an invalid body: linkId[^]*an invalid reply of session\.records: 0\.sfid/,
  );
});
