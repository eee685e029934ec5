import { describe, expect, test } from 'vitest';
import { createTestQueue, fileItem, folderItem, quiet } from '../testing/fake-transport.ts';
import { resumeOf } from './state.ts';

const numbered = (count: number, stem: string) =>
  Array.from({ length: count }, (_, index) => `${stem}${index}.txt`);

const statusesOf = (parts: readonly { state: { status: string } }[]) =>
  parts.map((part) => part.state.status);

describe('an upload without failures', () => {
  test('UPLOAD-13 UPLOAD-26 a file goes through address, bytes, scan and transfer to Completed', async () => {
    const { queue, server, settled, status } = createTestQueue();
    queue.add([fileItem('a.txt')]);
    await settled();
    expect(server.calls).toEqual(['prepare a.txt', 'send a.txt', 'scan', 'transfer 1']);
    expect(status('a.txt')).toBe('Completed');
    expect(server.stored).toEqual(['a.txt']);
  });

  test('UPLOAD-13 a file has its statuses in order; during the transfer the status is Scanning', async () => {
    const { queue, server, status } = createTestQueue();
    const seen: string[] = [];
    const release = (['prepare', 'scan', 'transfer'] as const).map((call) => server.hold(call));
    queue.add([fileItem('a.txt')]);
    for (const next of release) {
      await quiet();
      seen.push(status('a.txt'));
      next();
    }
    await quiet();
    seen.push(status('a.txt'));
    expect(seen).toEqual(['Uploading', 'Scanning', 'Scanning', 'Completed']);
  });

  test('UPLOAD-27 a folder is sent as one ZIP with its name', async () => {
    const { queue, server, settled, status } = createTestQueue();
    queue.add([folderItem('Tax', ['a.txt', 'sub/b.txt'])]);
    await settled();
    expect(server.calls).toEqual(['prepare Tax.zip', 'send Tax.zip', 'scan', 'transfer 2']);
    expect(server.stored).toEqual(['Tax/a.txt', 'Tax/sub/b.txt']);
    expect(status('Tax')).toBe('Completed');
  });

  test('UPLOAD-28 the folder transfer is sent in chunks of 20 keys', async () => {
    const { queue, server, settled } = createTestQueue();
    queue.add([folderItem('Tax', numbered(45, 'f'))]);
    await settled();
    expect(server.calls.slice(3)).toEqual(['transfer 20', 'transfer 20', 'transfer 5']);
  });

  test('UPLOAD-29 a chunk of keys is sent after the previous chunk has ended', async () => {
    const { queue, server } = createTestQueue();
    const release = server.hold('transfer');
    queue.add([folderItem('Tax', numbered(45, 'f'))]);
    await quiet();
    expect(server.calls.filter((call) => call.startsWith('transfer'))).toHaveLength(1);
    release();
    await quiet();
    expect(server.stored).toHaveLength(45);
  });
});

describe('the limit of ten running items', () => {
  test('UPLOAD-30 UPLOAD-31 ten items run and the others wait; a folder counts as one item', async () => {
    const { queue, server } = createTestQueue();
    const release = server.hold('send');
    queue.add([folderItem('Tax', numbered(30, 'x')), ...numbered(14, 'f').map((name) => fileItem(name))]);
    await quiet();
    const statuses = queue.items().map((item) => item.status);
    expect(statuses.filter((status) => status === 'Uploading')).toHaveLength(10);
    expect(statuses.slice(10)).toEqual(Array.from({ length: 5 }, () => 'Waiting'));
    release();
    await quiet();
    expect(queue.items().every((item) => item.status === 'Completed')).toBe(true);
  });

  test('T-53 an item that fails frees its slot', async () => {
    const { queue, server, settled } = createTestQueue();
    server.failNext('prepare', 500, 10);
    queue.add(numbered(12, 'f').map((name) => fileItem(name)));
    await settled();
    expect(queue.items().filter((item) => item.status === 'Completed')).toHaveLength(2);
  });
});

test('large items take turns at sending, small items do not; all of them are Uploading', async () => {
  const limited: string[] = [];
  const { queue, server, settled } = createTestQueue({
    longCalls: (work) => {
      limited.push('through the limiter');
      return work();
    },
  });
  const release = server.hold('send');
  const large = { path: 'large.bin', file: new File(['x'.repeat(300_000)], 'large.bin') };
  queue.add([fileItem('a.txt'), { ...fileItem('large.bin'), files: [large] }]);
  await quiet();
  expect(limited).toHaveLength(1);
  expect(queue.items().map((item) => item.status)).toEqual(['Uploading', 'Uploading']);
  release();
  await settled();
});

describe('failed uploads', () => {
  test.each([
    ['prepare', 'Upload Failed', 'upload_getUrl'],
    ['send', 'Upload Failed', 'upload'],
    ['scan', 'Scan Failed', 'scan'],
    ['transfer', 'Failed', 'transfer'],
  ] as const)(
    'UPLOAD-14 UPLOAD-15 UPLOAD-16 UPLOAD-22 DATA-06 a failed %s means %s and resumes at %s',
    async (call, status, stage) => {
      const { queue, server, settled, named } = createTestQueue();
      server.failNext(call, 500);
      queue.add([fileItem('a.txt')]);
      await settled();
      expect(named('a.txt').status).toBe(status);
      expect(named('a.txt').infected).toBe(false);
      const state = named('a.txt').parts[0]?.state;
      expect(state && resumeOf(state)?.stage).toBe(stage);

      const before = server.calls.length;
      expect(queue.retry(named('a.txt').id)).toBe(true);
      await settled();
      const all = ['prepare a.txt', 'send a.txt', 'scan', 'transfer 1'];
      const from = { prepare: 0, send: 1, scan: 2, transfer: 3 }[call];
      expect(server.calls.slice(before)).toEqual(all.slice(from));
      expect(server.stored).toEqual(['a.txt']);
    },
  );

  test('T-51 a restarted upload keeps its uid', async () => {
    const { queue, server, settled, named } = createTestQueue();
    server.failNext('prepare', 0);
    queue.add([fileItem('a.txt')]);
    await settled();
    const state = named('a.txt').parts[0]?.state;
    expect(state && resumeOf(state)).toEqual({ stage: 'upload_getUrl', uid: 'uid2' });
  });

  test('UPLOAD-23 a retry with an expired address first requests a new one', async () => {
    const { queue, server, settled, named, clock } = createTestQueue();
    server.failNext('send', 0);
    queue.add([fileItem('a.txt')]);
    await settled();
    clock.now += 3_600_000;
    queue.retry(named('a.txt').id);
    await settled();
    expect(server.calls).toEqual([
      'prepare a.txt',
      'send a.txt',
      'prepare a.txt',
      'send a.txt',
      'scan',
      'transfer 1',
    ]);
  });

  test('UPLOAD-23 GUARD-30 an address that the server refuses is requested again, one time', async () => {
    const { queue, server, settled, named, status } = createTestQueue();
    server.failNext('send', 403);
    queue.add([fileItem('a.txt')]);
    await settled();
    expect(status('a.txt')).toBe('Completed');
    server.failNext('send', 403);
    server.failNext('send', 403);
    queue.add([fileItem('b.txt')]);
    await settled();
    const state = named('b.txt').parts[0]?.state;
    expect(state && resumeOf(state)?.stage).toBe('upload_getUrl');
  });

  test.each([400, 404])(
    'after the scan answers %i an upload restarts at the first stage, as its bytes are gone',
    async (code) => {
      const { queue, server, settled, named, status } = createTestQueue();
      server.failNext('scan', code);
      queue.add([fileItem('a.txt')]);
      await settled();
      expect(status('a.txt')).toBe('Scan Failed');
      queue.retry(named('a.txt').id);
      await settled();
      expect(server.calls.filter((call) => call === 'send a.txt')).toHaveLength(2);
      expect(status('a.txt')).toBe('Completed');
    },
  );

  test('UPLOAD-32 a file with a virus is Scan Failed and infected, and cannot be restarted', async () => {
    const { queue, server, settled, named } = createTestQueue();
    server.verdicts.set('bad.com', { scan_status: 'VIRUS' });
    queue.add([fileItem('bad.com')]);
    await settled();
    expect(named('bad.com')).toMatchObject({ status: 'Scan Failed', infected: true });
    expect(queue.retry(named('bad.com').id)).toBe(false);
    queue.retryFailed();
    expect(named('bad.com').status).toBe('Scan Failed');
  });

  test.each([
    { scan_status: 'ERROR' },
    { scan_status: 'SOMETHING' as 'ERROR' },
    { upload_status: 'FAILED' },
  ] as const)('UPLOAD-32 an answer of the scan without a verdict means Scan Failed: %o', async (verdict) => {
    const { queue, server, settled, named } = createTestQueue();
    server.verdicts.set('a.txt', verdict);
    queue.add([fileItem('a.txt')]);
    await settled();
    expect(named('a.txt')).toMatchObject({ status: 'Scan Failed', infected: false });
    expect(server.calls).not.toContain('transfer 1');
  });

  test.each([
    [500, 'transfer'],
    [400, 'transfer'],
    [422, 'scan'],
    [404, 'upload_getUrl'],
  ])('UPLOAD-33 after the transfer code %i an upload is Failed and resumes at %s', async (code, stage) => {
    const { queue, server, settled, named } = createTestQueue();
    server.codes.set('a.txt', code);
    queue.add([fileItem('a.txt')]);
    await settled();
    expect(named('a.txt').status).toBe('Failed');
    const state = named('a.txt').parts[0]?.state;
    expect(state && resumeOf(state)?.stage).toBe(stage);
  });

  test('a file that the server refuses in the transfer shows the reason of the server', async () => {
    const { queue, server, settled, named } = createTestQueue();
    server.codes.set('a.txt', 400);
    queue.add([fileItem('a.txt')]);
    await settled();
    expect(named('a.txt').parts[0]?.state).toMatchObject({ reason: 'The path is too long.' });
  });

  test('UPLOAD-39 USE-48 a file over the limit of the server is Upload Failed, without a restart', async () => {
    const { queue, server, settled, named } = createTestQueue();
    server.failNext('send', 413);
    queue.add([fileItem('a.txt'), fileItem('b.txt')]);
    await settled();
    expect(named('a.txt').status).toBe('Upload Failed');
    expect(named('a.txt').parts[0]?.state).toMatchObject({ reason: 'failed with 413', resume: null });
    queue.retryFailed();
    await settled();
    expect(named('a.txt').status).toBe('Upload Failed');
    expect(server.stored).toEqual(['b.txt']);
  });

  test('without network an upload fails with a reason, and a retry continues at the same stage', async () => {
    const { queue, server, settled, named } = createTestQueue();
    server.failNext('send', 0, 2);
    queue.add([fileItem('a.txt'), fileItem('b.txt'), fileItem('c.txt')]);
    await settled();
    expect(queue.items().map((item) => item.status)).toEqual(['Upload Failed', 'Upload Failed', 'Completed']);
    expect(named('a.txt').parts[0]?.state).toMatchObject({ reason: 'failed with 0' });
    queue.retryFailed();
    await settled();
    expect(server.stored.toSorted()).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });
});

describe('folders whose children have different results', () => {
  test('UPLOAD-25 UPLOAD-29 a failed chunk marks its children Failed and the next is still sent', async () => {
    const { queue, server, settled, named } = createTestQueue();
    server.failNext('transfer', 500);
    queue.add([folderItem('Tax', numbered(45, 'f'))]);
    await settled();
    const statuses = statusesOf(named('Tax').parts);
    expect(statuses.slice(0, 20).every((status) => status === 'Failed')).toBe(true);
    expect(statuses.slice(20).every((status) => status === 'Completed')).toBe(true);
    expect(named('Tax').status).toBe('Failed');
  });

  test('T-52 only the failed children restart, and the ZIP is not sent again', async () => {
    const { queue, server, settled, named } = createTestQueue();
    server.failNext('transfer', 500);
    queue.add([folderItem('Tax', numbered(45, 'f'))]);
    await settled();
    const before = server.calls.length;
    queue.retry(named('Tax').id);
    await settled();
    expect(server.calls.slice(before)).toEqual(['transfer 20']);
    expect(named('Tax').status).toBe('Completed');
    expect(new Set(server.stored).size).toBe(45);
    expect(server.stored).toHaveLength(45);
  });

  test('UPLOAD-21 UPLOAD-25 only the infected child of a folder is not stored: Scan Failed', async () => {
    const { queue, server, settled, named } = createTestQueue();
    server.verdicts.set('Tax/bad.com', { scan_status: 'VIRUS' });
    server.codes.set('Tax/c.txt', 500);
    queue.add([folderItem('Tax', ['a.txt', 'bad.com', 'c.txt'])]);
    await settled();
    expect(statusesOf(named('Tax').parts)).toEqual(['Completed', 'Scan Failed', 'Failed']);
    expect(named('Tax')).toMatchObject({ status: 'Scan Failed', infected: true });

    server.codes.clear();
    expect(queue.retry(named('Tax').id)).toBe(true);
    await settled();
    expect(statusesOf(named('Tax').parts)).toEqual(['Completed', 'Scan Failed', 'Completed']);
    expect(queue.retry(named('Tax').id)).toBe(false);
  });

  test('UPLOAD-21 a single child can be restarted, and keeps its path', async () => {
    const { queue, server, settled, named } = createTestQueue();
    server.failNext('send', 0);
    queue.add([folderItem('Tax', ['a.txt', 'sub/b.txt'])]);
    await settled();
    expect(queue.retry(named('Tax').id, 1)).toBe(true);
    await settled();
    expect(server.stored).toEqual(['Tax/sub/b.txt']);
    expect(statusesOf(named('Tax').parts)).toEqual(['Upload Failed', 'Completed']);

    queue.retry(named('Tax').id);
    await settled();
    expect(server.stored).toEqual(['Tax/sub/b.txt', 'Tax/a.txt']);
  });

  test('UPLOAD-22 children whose scan failed are scanned again without sending bytes', async () => {
    const { queue, server, settled, named } = createTestQueue();
    server.verdicts.set('Tax/b.txt', { scan_status: 'ERROR' });
    queue.add([folderItem('Tax', ['a.txt', 'b.txt'])]);
    await settled();
    server.verdicts.clear();
    const before = server.calls.length;
    queue.retry(named('Tax').id);
    await settled();
    expect(server.calls.slice(before)).toEqual(['scan', 'transfer 1']);
    expect(server.stored).toEqual(['Tax/a.txt', 'Tax/b.txt']);
  });

  test('a folder that can no longer be read is Upload Failed with a reason', async () => {
    const { queue, settled, named } = createTestQueue({
      pack: () => Promise.reject(new DOMException('', 'NotReadableError')),
    });
    queue.add([folderItem('Tax', ['a.txt'])]);
    await settled();
    expect(named('Tax').parts[0]?.state).toMatchObject({
      status: 'Upload Failed',
      reason: 'The folder could not be read. Please try to upload it again.',
    });
  });

  test('a file that is missing in the scan result is Scan Failed', async () => {
    const { queue, server, settled, named } = createTestQueue();
    server.verdicts.set('Tax/b.txt', { name: 'Tax/other.txt' });
    queue.add([folderItem('Tax', ['a.txt', 'b.txt'])]);
    await settled();
    expect(statusesOf(named('Tax').parts)).toEqual(['Completed', 'Scan Failed']);
  });
});

describe('cancelling uploads', () => {
  test('UPLOAD-17 UPLOAD-18 only a waiting item can be cancelled individually', async () => {
    const { queue, server, named } = createTestQueue();
    const release = server.hold('send');
    queue.add(numbered(11, 'f').map((name) => fileItem(name)));
    await quiet();
    expect(queue.cancel(named('f0.txt').id)).toBe(false);
    expect(queue.cancel(named('f10.txt').id)).toBe(true);
    expect(named('f10.txt').status).toBe('Cancelled');
    release();
    await quiet();
    expect(server.stored).toHaveLength(10);
  });

  test('UPLOAD-19 UPLOAD-23 a cancelled item can be restarted and starts at the first stage', async () => {
    const { queue, server, settled, named } = createTestQueue();
    const release = server.hold('send');
    queue.add(numbered(11, 'f').map((name) => fileItem(name)));
    await quiet();
    queue.cancel(named('f10.txt').id);
    expect(queue.retry(named('f10.txt').id)).toBe(true);
    expect(named('f10.txt').status).toBe('Waiting');
    release();
    await settled();
    expect(server.stored).toContain('f10.txt');
  });

  test('UPLOAD-41 UPLOAD-42 T-53 cancelling all waiting items does not affect running ones', async () => {
    const { queue, server, settled } = createTestQueue();
    const release = server.hold('send');
    queue.add(numbered(15, 'f').map((name) => fileItem(name)));
    await quiet();
    queue.cancelWaiting();
    const count = (status: string) => queue.items().filter((item) => item.status === status).length;
    expect([count('Uploading'), count('Cancelled')]).toEqual([10, 5]);
    release();
    await settled();
    expect([count('Completed'), count('Cancelled')]).toEqual([10, 5]);
  });

  test('a cancelled folder keeps its stored children and does not send them again', async () => {
    const { queue, server, settled, named } = createTestQueue();
    server.codes.set('Tax/b.txt', 500);
    queue.add([folderItem('Tax', ['a.txt', 'b.txt'])]);
    await settled();
    server.codes.clear();
    const release = server.hold('send');
    queue.add(numbered(10, 'f').map((name) => fileItem(name)));
    await quiet();
    queue.retry(named('Tax').id);
    queue.cancel(named('Tax').id);
    expect(statusesOf(named('Tax').parts)).toEqual(['Completed', 'Cancelled']);
    queue.retry(named('Tax').id);
    release();
    await settled();
    expect(server.stored.filter((name) => name.startsWith('Tax/'))).toEqual(['Tax/a.txt', 'Tax/b.txt']);
  });
});

describe('the list of uploads', () => {
  test('UPLOAD-45 the end of the last active item is reported one time', async () => {
    const { queue, settled, idle } = createTestQueue();
    queue.add(numbered(25, 'f').map((name) => fileItem(name)));
    await settled();
    expect(idle()).toBe(1);
  });

  test('ended items can be removed from the list, active items cannot', async () => {
    const { queue, server, published } = createTestQueue();
    queue.add([fileItem('a.txt')]);
    await quiet();
    const release = server.hold('send');
    queue.add([fileItem('b.txt')]);
    await quiet();
    queue.forget(() => true);
    expect(published().map((item) => item.name)).toEqual(['b.txt']);
    release();
  });

  test('the end of the session aborts running items and empties the list', async () => {
    const { queue, server, idle } = createTestQueue();
    const release = server.hold('send');
    queue.add(numbered(12, 'f').map((name) => fileItem(name)));
    await quiet();
    queue.abandon();
    release();
    await quiet();
    expect(queue.items()).toEqual([]);
    expect(server.stored).toEqual([]);
    expect(idle()).toBe(0);
  });

  test('changes at the same time are published together', async () => {
    const { createItemList } = await import('./list.ts');
    const { createItem } = await import('./item.ts');
    const waiting: (() => void)[] = [];
    const published: number[] = [];
    const list = createItemList({
      publish: (items) => published.push(items.length),
      schedule: (publish) => waiting.push(publish),
    });
    for (const name of numbered(2000, 'f')) list.put(createItem(name, fileItem(name)));
    expect(waiting).toHaveLength(1);
    waiting[0]?.();
    expect(published).toEqual([2000]);
  });
});
