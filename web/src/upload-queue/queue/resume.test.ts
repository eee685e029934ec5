import { expect, test } from 'vitest';
import { createTestQueue, fileItem, quiet } from '../testing/fake-transport.ts';
import { resumeOf } from './state.ts';

test('C53 an upload URL that expires during a large upload is renewed, and the upload continues', async () => {
  const { queue, server, clock, settled, status } = createTestQueue();
  const release = server.hold('send');
  server.failNext('send', 403);
  queue.add([fileItem('a.txt')]);
  await quiet();
  clock.now += 60 * 60_000;
  release();
  await settled();
  const sending = ['prepare a.txt', 'send a.txt'];
  expect(server.calls).toEqual([...sending, ...sending, 'scan', 'transfer 1']);
  expect(status('a.txt')).toBe('Completed');
});

test('C53 after a reload a file is sent with the same uid as before, until it is stored', async () => {
  const remembered = new Map([['a.txt', 'uidBefore']]);
  const { queue, server, settled, named } = createTestQueue({
    uids: {
      recall: ({ name }) => remembered.get(name) ?? null,
      keep: ({ name }, uid) => void remembered.set(name, uid),
      forget: ({ name }) => void remembered.delete(name),
    },
  });
  server.failNext('send', 0);
  queue.add([fileItem('a.txt'), fileItem('b.txt')]);
  await settled();
  const state = named('a.txt').parts[0]?.state;
  expect(state && resumeOf(state)).toMatchObject({ stage: 'upload', uid: 'uidBefore' });
  expect([...remembered.keys()]).toEqual(['a.txt']);
  queue.retryFailed();
  await settled();
  expect(remembered.size).toBe(0);

  remembered.set('c.txt', 'uidStored');
  server.failNext('send', 409);
  queue.add([fileItem('c.txt')]);
  await settled();
  expect(remembered.size).toBe(0);
});
