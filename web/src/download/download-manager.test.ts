import { GIB, Messages, type DownloadBody } from '@vault/contract';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../api/index.ts';
import { withResolvers } from '../kit/with-resolvers.ts';
import { createDownloadManager, PAGE_LIMIT_BYTES, type DownloadDeps } from './download-manager.ts';
import { DownloadError } from './fetch-resumably.ts';

const BODY: DownloadBody = { linkId: 'recAcme00000000001', sfids: ['filA00000000000001'], paths: [] };
const WANTED = { body: BODY, name: 'a.txt', isChecked: false };
const TICKET = { url: 'https://vault.example/t', name: 'a.txt', size: 5 };

/** Creates a manager and records its calls. Its dependencies all succeed, unless `replaced` has another one. */
function setUp(replaced: Partial<DownloadDeps> = {}) {
  const did: string[] = [];
  const manager = createDownloadManager({
    askSize: () => {
      did.push('size');
      return Promise.resolve({ count: 1, size: 5, fileSize: '5.0 bytes' });
    },
    askTicket: () => {
      did.push('ticket');
      return Promise.resolve(TICKET);
    },
    fetchBytes: ({ url }) => {
      did.push(`fetch ${url}`);
      return Promise.resolve(new Blob(['bytes']));
    },
    availability: { suspect: () => undefined, untilAvailable: async () => undefined },
    isReachable: () => true,
    now: () => 0,
    canSave: () => true,
    saveBlob: (_blob, name) => did.push(`save ${name}`),
    saveFrom: (url, name) => did.push(`hand over ${url} as ${name}`),
    notify: {
      done: () => did.push('done'),
      handedOver: (name) => did.push(`told: ${name} handed over`),
      warning: (text) => did.push(text),
      error: (error) => did.push(error instanceof Error ? error.message : String(error)),
    },
    ...replaced,
  });
  return { manager, did };
}

test('DOWNLOAD-06 DOWNLOAD-14 a download requests size and ticket, fetches, saves and reports', async () => {
  const { manager, did } = setUp();
  await manager.start(WANTED);
  expect(did).toEqual(['size', 'ticket', 'fetch https://vault.example/t', 'save a.txt', 'done']);
});

test('DOWNLOAD-05 a download over the limits shows the warning and fetches nothing', async () => {
  const { manager, did } = setUp({
    askSize: () => Promise.resolve({ count: 1, size: GIB + 1, fileSize: '1.0 GB' }),
  });
  await manager.start(WANTED);
  expect(did).toEqual([Messages.downloadTooLarge]);
});

test("a large download goes to the browser's own download manager", async () => {
  const { manager, did } = setUp({
    askTicket: () => Promise.resolve({ ...TICKET, size: PAGE_LIMIT_BYTES + 1 }),
  });
  await manager.start({ ...WANTED, isChecked: true });
  expect(did).toEqual(['hand over https://vault.example/t as a.txt', 'told: a.txt handed over']);
});

test("an address that the page may not fetch uses the browser's download manager too", async () => {
  const { manager, did } = setUp({ isReachable: () => false });
  await manager.start({ ...WANTED, isChecked: true });
  expect(did).toContain('told: a.txt handed over');
});

test('DOWNLOAD-11 DOWNLOAD-12 API-05 a failed fetch is reported, and nothing is saved', async () => {
  const { manager, did } = setUp({ fetchBytes: () => Promise.reject(new DownloadError(Messages.notFound)) });
  await manager.start(WANTED);
  expect(did).toEqual(['size', 'ticket', Messages.notFound]);
  expect(manager.store.getState()).toEqual([]);
});

test('DOWNLOAD-13 a browser that cannot save is reported before any call', async () => {
  const { manager, did } = setUp({ canSave: () => false });
  await manager.start(WANTED);
  expect(did).toEqual([Messages.downloadUnsupported]);
});

test('a running download is shown until it ends, and can be cancelled without a message', async () => {
  const { manager, did } = setUp({
    fetchBytes: ({ onProgress, signal }) => {
      onProgress(3);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    },
  });
  const started = manager.start({ ...WANTED, isChecked: true });
  await expect
    .poll(() => manager.store.getState())
    .toMatchObject([{ id: 1, name: 'a.txt', totalBytes: 5, doneBytes: 3 }]);
  manager.cancel(1);
  await started;
  expect(manager.store.getState()).toEqual([]);
  expect(did).toEqual(['ticket']);
});

test('SAFE-06 a download whose ticket call gets a 503 waits and continues when the vault is back', async () => {
  const back = withResolvers<void>();
  const answers = [() => Promise.reject(new ApiError(503, null)), () => Promise.resolve(TICKET)];
  const { manager, did } = setUp({
    askTicket: () => answers.shift()?.() ?? Promise.resolve(TICKET),
    availability: { suspect: () => undefined, untilAvailable: () => back.promise },
  });
  const started = manager.start({ ...WANTED, isChecked: true });
  await expect.poll(() => manager.store.getState()[0]?.waitsFor).toBe('unavailable');
  back.resolve();
  await started;
  expect(did).toEqual(['fetch https://vault.example/t', 'save a.txt', 'done']);
});

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

test('SAFE-06 a download that waits too long in an outage ends with the message of the outage', async () => {
  vi.useFakeTimers();
  const { manager, did } = setUp({
    askTicket: () => Promise.reject(new ApiError(503, null)),
    availability: { suspect: () => undefined, untilAvailable: untilAborted },
  });
  void manager.start({ ...WANTED, isChecked: true });
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  vi.useRealTimers();
  expect(did).toEqual([Messages.vaultUnavailable]);
  expect(manager.store.getState()).toEqual([]);
});

test('VERSION-05 a file that one call returns shows its progress', async () => {
  const { manager } = setUp();
  const shown: unknown[] = [];
  const note = () => shown.push(manager.store.getState().map((one) => [one.doneBytes, one.totalBytes]));
  await manager.save({
    name: 'a.txt',
    load: async (_, onProgress) => {
      note();
      onProgress(0, 8);
      note();
      onProgress(3, 8);
      note();
      return new Blob(['onethree']);
    },
    done: () => undefined,
  });
  expect(shown).toEqual([[[0, null]], [[0, 8]], [[3, 8]]]);
});

test('VERSION-13 a file that one call returns is saved and reported', async () => {
  const { manager, did } = setUp();
  const load = () => Promise.resolve(new Blob(['bytes']));
  await manager.save({ name: 'a.txt', load, done: () => did.push('version told') });
  expect(did).toEqual(['save a.txt', 'version told']);
});

test('SAFE-06 a file whose connection is lost often is saved as long as bytes arrive', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { manager, did } = setUp();
  let attempts = 0;
  const load: Parameters<typeof manager.save>[0]['load'] = async (_, onProgress) => {
    attempts += 1;
    onProgress(attempts, 30);
    if (attempts < 30) throw new ApiError(0, null, { outage: 'unreachable' });
    return new Blob(['bytes']);
  };
  const saving = manager.save({ name: 'a.txt', load, done: () => did.push('version told') });
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  await saving;
  vi.useRealTimers();
  expect(did).toEqual(['save a.txt', 'version told']);
  expect(attempts).toBe(30);
});
