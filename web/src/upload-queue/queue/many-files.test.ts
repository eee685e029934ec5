import { KIB } from '@vault/contract';
import { expect, test } from 'vitest';
import { createTestQueue, fileItem, folderItem, TARGET } from '../testing/fake-transport.ts';

// SPEED-04: while many items wait, small files are sent together.

const names = Array.from({ length: 60 }, (_, n) => `f${n}.txt`);
const callsOf = (calls: readonly string[], start: string, end = '') =>
  calls.filter((call) => call.startsWith(start) && call.endsWith(end));

test('SPEED-04 many small files are sent and scanned with few calls, and every one is stored', async () => {
  const { queue, server, settled } = createTestQueue();
  queue.add(names.map((name) => fileItem(name)));
  await settled();
  expect(server.stored.toSorted()).toEqual(names.toSorted());
  expect(callsOf(server.calls, 'send', 'together').length).toBeLessThanOrEqual(15);
  expect(callsOf(server.calls, 'prepare f').length).toBeLessThanOrEqual(5);
});

test('SPEED-04 after many files, a few are sent separately again', async () => {
  const { queue, server, settled } = createTestQueue();
  queue.add(names.map((name) => fileItem(name)));
  await settled();
  server.calls.length = 0;
  queue.add(['a.txt', 'b.txt'].map((name) => fileItem(name)));
  await settled();
  expect(callsOf(server.calls, 'prepare')).toEqual(['prepare a.txt', 'prepare b.txt']);
});

test('UPLOAD-32 of files that are sent together, only the infected one is refused', async () => {
  const { queue, server, settled, named } = createTestQueue();
  server.verdicts.set('f3.txt', { scan_status: 'VIRUS' });
  queue.add(names.map((name) => fileItem(name)));
  await settled();
  expect(server.stored).toHaveLength(59);
  expect(named('f3.txt').parts[0]?.state).toEqual({ status: 'Scan Failed', infected: true });
});

test('SPEED-04 files whose common call is refused are sent one by one', async () => {
  const { queue, server, settled } = createTestQueue();
  server.failNext('sendFiles', 507, 60);
  queue.add(names.map((name) => fileItem(name)));
  await settled();
  expect(server.stored.toSorted()).toEqual(names.toSorted());
  expect(callsOf(server.calls, 'prepare f')).toHaveLength(60);
});

test('SPEED-04 folders and large files are sent by themselves', async () => {
  const { queue, server, settled } = createTestQueue();
  const large = new File([new Uint8Array(257 * KIB)], 'large.bin');
  queue.add([
    folderItem('Folder', ['a.txt']),
    { kind: 'file', name: 'large.bin', target: TARGET, files: [{ path: 'large.bin', file: large }] },
    ...names.map((name) => fileItem(name)),
  ]);
  await settled();
  expect(server.calls).toContain('send Folder.zip');
  expect(server.calls).toContain('send large.bin');
  expect(server.stored).toHaveLength(62);
});
