import { Messages } from '@vault/contract';
import { expect, test } from 'vitest';
import { createUploadDesk, type Reload } from './desk.ts';
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

/** A desk over a fake server, and everything that it told or reloaded. */
function setUp() {
  const server = createFakeServer();
  const told = {
    reloads: [] as Reload[],
    warnings: [] as string[],
    cancelled: 0,
    ended: [] as BatchResult[],
  };
  let uids = 0;
  const desk = createUploadDesk({
    transport: server,
    availability: createFakeAvailability(),
    pack: fakePack,
    longCalls: (work) => work(),
    now: () => 0,
    newUid: () => `uid${(uids += 1)}`,
    uids: NO_MEMORY,
    schedule: (publish) => publish(),
    characters: () => 'spec',
    reload: (what) => told.reloads.push(what),
    warn: (text) => told.warnings.push(text),
    tellCancelled: () => (told.cancelled += 1),
    tellEnded: (result) => told.ended.push(result),
  });
  const take = (...chosen: Chosen[]) => desk.take(Promise.resolve(chosen));
  return { desk, server, told, take, state: () => desk.store.getState() };
}

test('UPLOAD-40 UPLOAD-43 closing with nothing active closes at once, reloads the list and empties it', async () => {
  const { desk, told, take, state } = setUp();
  desk.open(TARGET);
  await take(file('a.txt'));
  await quiet();
  desk.requestClose();
  expect(state()).toMatchObject({ target: null, isConfirming: false, items: [] });
  expect(told.reloads).toEqual([{ listsOf: new Set([TARGET.recordId]), treesOf: new Set() }]);
  expect(told.cancelled).toBe(0);
});

test('UPLOAD-44 the tree reloads too when folders were uploaded', async () => {
  const { desk, told, take } = setUp();
  desk.open(TARGET);
  await take(folder('Tax'));
  await quiet();
  desk.requestClose();
  expect(told.reloads[0]?.treesOf).toEqual(new Set([TARGET.recordId]));
});

test('UPLOAD-06 UPLOAD-41 closing during activity asks; no goes back to the list', async () => {
  const { desk, server, take, state } = setUp();
  const release = server.hold('send');
  desk.open(TARGET);
  await take(...files(12));
  desk.requestClose();
  expect(state()).toMatchObject({ isConfirming: true, target: TARGET });
  desk.answerClose(false);
  expect(state()).toMatchObject({ isConfirming: false, target: TARGET });
  expect(state().counts.waiting).toBe(2);
  release();
});

test('UPLOAD-41 UPLOAD-42 UPLOAD-45 UPLOAD-46 yes cancels what waits; the rest ends in the background and reloads once more', async () => {
  const { desk, server, told, take, state } = setUp();
  const release = server.hold('send');
  desk.open(TARGET);
  await take(...files(12));
  desk.requestClose();
  desk.answerClose(true);
  expect(state()).toMatchObject({ target: null, counts: { waiting: 0, cancelled: 2, running: 10 } });
  expect([told.cancelled, told.reloads.length]).toEqual([1, 1]);

  release();
  await quiet();
  expect(told.reloads).toHaveLength(2);
  expect(told.ended).toEqual([{ uploaded: '0 folder(s) and 10 file(s) have been uploaded.', failed: null }]);
  expect(state().items).toEqual([]);
});

test('a background upload that failed stays, so that it can be seen and retried', async () => {
  const { desk, server, told, take, state } = setUp();
  const release = server.hold('send');
  server.failNext('send', 0);
  desk.open(TARGET);
  await take(file('a.txt'));
  desk.requestClose();
  desk.answerClose(true);
  release();
  await quiet();
  expect(told.ended[0]?.failed).toBe('Failed to upload 0 folder(s) and 1 file(s).');
  expect(state().counts.failed).toBe(1);

  desk.reopen();
  desk.retryFailed();
  await quiet();
  expect(state().counts).toMatchObject({ failed: 0, completed: 1 });
});

test('UPLOAD-46 a single cancel is told; a cancel that comes too late is not', async () => {
  const { desk, server, told, take, state } = setUp();
  const release = server.hold('send');
  desk.open(TARGET);
  await take(...files(11));
  await quiet();
  desk.cancel(state().items[0]?.id ?? '');
  expect(told.cancelled).toBe(0);
  desk.cancel(state().items[10]?.id ?? '');
  expect(told.cancelled).toBe(1);
  release();
});

test('UPLOAD-35 UPLOAD-37 refused items are said and listed, each with its reason', async () => {
  const { desk, told, take, state } = setUp();
  desk.open(TARGET);
  await take(file('a.txt'), file('a.txt'), file('ä.txt'), file('ö.txt'));
  expect(told.warnings).toEqual(['File a.txt already exists.', Messages.nameCharacters]);
  expect(state().notAdded.map((refusal) => refusal.name)).toEqual(['a.txt', 'ä.txt', 'ö.txt']);
  expect(state().items).toHaveLength(1);
});

test('UPLOAD-34 an empty folder is skipped without a warning', async () => {
  const { desk, told, take, state } = setUp();
  desk.open(TARGET);
  await take({ kind: 'folder', name: 'Empty', files: [] });
  expect(told.warnings).toEqual([]);
  expect(state()).toMatchObject({ items: [], reading: 0 });
});

test('a choice that cannot be read says so and adds nothing', async () => {
  const { desk, told, state } = setUp();
  desk.open(TARGET);
  await desk.take(Promise.reject(new DOMException('', 'NotFoundError')));
  expect(told.warnings).toEqual([Messages.folderArchiveInvalid]);
  expect(state()).toMatchObject({ items: [], reading: 0 });
});

test('a choice that is still being read counts as activity; read too late it adds nothing', async () => {
  const { desk, state } = setUp();
  desk.open(TARGET);
  const { promise, resolve } = Promise.withResolvers<Chosen[]>();
  const taking = desk.take(promise);
  desk.requestClose();
  expect(state().isConfirming).toBe(true);
  desk.answerClose(true);
  desk.open({ ...TARGET, folderSfid: 'fldB00000000000002' });
  resolve([file('a.txt')]);
  await taking;
  expect(state().items).toEqual([]);
});
