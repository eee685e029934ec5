import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { withResolvers } from '../kit/with-resolvers.ts';
import { createUploadManager, type Reload } from './upload-manager.ts';
import type { BatchResult } from './queue/summary.ts';
import {
  aFile,
  createFakeAvailability,
  createFakeServer,
  fakePack,
  NO_MEMORY,
  quiet,
  TARGET,
} from './testing/fake-transport.ts';
import type { Chosen } from './reading/chosen.ts';

const file = (name: string): Chosen => ({ kind: 'file', file: aFile(name) });
const folder = (name: string): Chosen => ({ kind: 'folder', name, files: [{ path: 'a', file: aFile('a') }] });
const files = (count: number) => Array.from({ length: count }, (_, index) => file(`f${index}.txt`));

/** Creates a manager with a fake server, and records its reports and reloads. */
function setUp() {
  const server = createFakeServer();
  const recorded = {
    reloads: [] as Reload[],
    warnings: [] as string[],
    cancelled: 0,
    ended: [] as BatchResult[],
  };
  let uids = 0;
  const manager = createUploadManager({
    transport: server,
    availability: createFakeAvailability(),
    pack: fakePack,
    longCalls: (work) => work(),
    now: () => 0,
    newUid: () => `uid${(uids += 1)}`,
    uids: NO_MEMORY,
    schedule: (publish) => publish(),
    characters: () => 'spec',
    reload: (what) => recorded.reloads.push(what),
    warn: (text) => recorded.warnings.push(text),
    notifyCancelled: () => (recorded.cancelled += 1),
    notifyEnded: (result) => recorded.ended.push(result),
  });
  const take = (...chosen: Chosen[]) => manager.take(Promise.resolve(chosen));
  return { manager, server, recorded, take, state: () => manager.store.getState() };
}

test('UPLOAD-40 UPLOAD-43 without active items closing asks nothing, reloads, empties the list', async () => {
  const { manager, recorded, take, state } = setUp();
  manager.open(TARGET);
  await take(file('a.txt'));
  await quiet();
  manager.requestClose();
  expect(state()).toMatchObject({ target: null, isConfirming: false, items: [] });
  expect(recorded.reloads).toEqual([{ listsOf: new Set([TARGET.recordId]), treesOf: new Set() }]);
  expect(recorded.cancelled).toBe(0);
});

test('UPLOAD-44 the tree reloads too when folders were uploaded', async () => {
  const { manager, recorded, take } = setUp();
  manager.open(TARGET);
  await take(folder('Tax'));
  await quiet();
  manager.requestClose();
  expect(recorded.reloads[0]?.treesOf).toEqual(new Set([TARGET.recordId]));
});

test('UPLOAD-06 UPLOAD-41 with active items closing asks; No returns to the list', async () => {
  const { manager, server, take, state } = setUp();
  const release = server.hold('send');
  manager.open(TARGET);
  await take(...files(12));
  manager.requestClose();
  expect(state()).toMatchObject({ isConfirming: true, target: TARGET });
  manager.answerClose(false);
  expect(state()).toMatchObject({ isConfirming: false, target: TARGET });
  expect(state().counts.waiting).toBe(2);
  release();
});

test('UPLOAD-41 UPLOAD-42 UPLOAD-45 UPLOAD-46 Yes cancels waiting items; a last reload follows', async () => {
  const { manager, server, recorded, take, state } = setUp();
  const release = server.hold('send');
  manager.open(TARGET);
  await take(...files(12));
  manager.requestClose();
  manager.answerClose(true);
  expect(state()).toMatchObject({ target: null, counts: { waiting: 0, cancelled: 2, running: 10 } });
  expect([recorded.cancelled, recorded.reloads.length]).toEqual([1, 1]);

  release();
  await quiet();
  expect(recorded.reloads).toHaveLength(2);
  expect(recorded.ended).toEqual([
    { uploaded: '0 folder(s) and 10 file(s) have been uploaded.', failed: null },
  ]);
  expect(state().items).toEqual([]);
});

test('a failed background upload stays listed and can be retried', async () => {
  const { manager, server, recorded, take, state } = setUp();
  const release = server.hold('send');
  server.failNext('send', 0);
  manager.open(TARGET);
  await take(file('a.txt'));
  manager.requestClose();
  manager.answerClose(true);
  release();
  await quiet();
  expect(recorded.ended[0]?.failed).toBe('Failed to upload 0 folder(s) and 1 file(s).');
  expect(state().counts.failed).toBe(1);

  manager.reopen();
  manager.retryFailed();
  await quiet();
  expect(state().counts).toMatchObject({ failed: 0, completed: 1 });
});

test('UPLOAD-46 cancelling a waiting item is reported; an item that has started is not cancelled', async () => {
  const { manager, server, recorded, take, state } = setUp();
  const release = server.hold('send');
  manager.open(TARGET);
  await take(...files(11));
  await quiet();
  manager.cancel(state().items[0]?.id ?? '');
  expect(recorded.cancelled).toBe(0);
  manager.cancel(state().items[10]?.id ?? '');
  expect(recorded.cancelled).toBe(1);
  release();
});

test('UPLOAD-35 UPLOAD-37 rejected items are reported and listed, each with its reason', async () => {
  const { manager, recorded, take, state } = setUp();
  manager.open(TARGET);
  await take(file('a.txt'), file('a.txt'), file('ä.txt'), file('ö.txt'));
  expect(recorded.warnings).toEqual(['File a.txt already exists.', Messages.nameCharacters]);
  expect(state().rejected.map((refusal) => refusal.name)).toEqual(['a.txt', 'ä.txt', 'ö.txt']);
  expect(state().items).toHaveLength(1);
});

test('UPLOAD-34 an empty folder is skipped without a warning', async () => {
  const { manager, recorded, take, state } = setUp();
  manager.open(TARGET);
  await take({ kind: 'folder', name: 'Empty', files: [] });
  expect(recorded.warnings).toEqual([]);
  expect(state()).toMatchObject({ items: [], reading: 0 });
});

test('files that cannot be read are reported and not added', async () => {
  const { manager, recorded, state } = setUp();
  manager.open(TARGET);
  await manager.take(Promise.reject(new DOMException('', 'NotFoundError')));
  expect(recorded.warnings).toEqual([Messages.folderArchiveInvalid]);
  expect(state()).toMatchObject({ items: [], reading: 0 });
});

test('files that are still being read count as active; after closing they are not added', async () => {
  const { manager, state } = setUp();
  manager.open(TARGET);
  const { promise, resolve } = withResolvers<Chosen[]>();
  const taking = manager.take(promise);
  manager.requestClose();
  expect(state().isConfirming).toBe(true);
  manager.answerClose(true);
  manager.open({ ...TARGET, folderSfid: 'fldB00000000000002' });
  resolve([file('a.txt')]);
  await taking;
  expect(state().items).toEqual([]);
});
