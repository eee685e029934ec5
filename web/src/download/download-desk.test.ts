import { GIB, Messages, type DownloadBody } from '@vault/contract';
import { expect, test } from 'vitest';
import { createDownloadDesk, PAGE_LIMIT_BYTES, type DownloadParts } from './download-desk.ts';
import { DownloadError } from './fetch-resumably.ts';

const BODY: DownloadBody = { linkId: 'recAcme00000000001', sfids: ['filA00000000000001'], paths: [] };
const WANTED = { body: BODY, name: 'a.txt', isChecked: false };
const TICKET = { url: 'https://vault.example/t', name: 'a.txt', size: 5 };

/** A desk whose every part works, with what a test replaces, and everything that it did. */
function setUp(replaced: Partial<DownloadParts> = {}) {
  const did: string[] = [];
  const desk = createDownloadDesk({
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
    isReachable: () => true,
    now: () => 0,
    canSave: () => true,
    saveBlob: (_blob, name) => did.push(`save ${name}`),
    saveFrom: (url, name) => did.push(`hand over ${url} as ${name}`),
    tell: {
      done: () => did.push('done'),
      handedOver: (name) => did.push(`told: ${name} handed over`),
      warning: (text) => did.push(text),
      error: (error) => did.push(error instanceof Error ? error.message : String(error)),
    },
    ...replaced,
  });
  return { desk, did };
}

test('DOWNLOAD-06 DOWNLOAD-14 a direct download asks for the size, fetches, saves and tells the end', async () => {
  const { desk, did } = setUp();
  await desk.start(WANTED);
  expect(did).toEqual(['size', 'ticket', 'fetch https://vault.example/t', 'save a.txt', 'done']);
});

test('DOWNLOAD-05 over the limits the warning shows and nothing is fetched', async () => {
  const { desk, did } = setUp({
    askSize: () => Promise.resolve({ count: 1, size: GIB + 1, fileSize: '1.0 GB' }),
  });
  await desk.start(WANTED);
  expect(did).toEqual([Messages.downloadTooLarge]);
});

test("a large download goes to the browser's own download manager", async () => {
  const { desk, did } = setUp({
    askTicket: () => Promise.resolve({ ...TICKET, size: PAGE_LIMIT_BYTES + 1 }),
  });
  await desk.start({ ...WANTED, isChecked: true });
  expect(did).toEqual(['hand over https://vault.example/t as a.txt', 'told: a.txt handed over']);
});

test('an address that the page may not fetch goes there too', async () => {
  const { desk, did } = setUp({ isReachable: () => false });
  await desk.start({ ...WANTED, isChecked: true });
  expect(did).toContain('told: a.txt handed over');
});

test('DOWNLOAD-11 DOWNLOAD-12 API-05 a failed fetch is told, nothing is saved, and nothing goes on', async () => {
  const { desk, did } = setUp({ fetchBytes: () => Promise.reject(new DownloadError(Messages.notFound)) });
  await desk.start(WANTED);
  expect(did).toEqual(['size', 'ticket', Messages.notFound]);
  expect(desk.store.getState()).toEqual([]);
});

test('DOWNLOAD-13 a browser that cannot save says so before anything is asked', async () => {
  const { desk, did } = setUp({ canSave: () => false });
  await desk.start(WANTED);
  expect(did).toEqual([Messages.downloadUnsupported]);
});

test('what is being downloaded is shown until it ends, and can be cancelled without a message', async () => {
  const { desk, did } = setUp({
    fetchBytes: ({ onProgress, signal }) => {
      onProgress(3);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    },
  });
  const started = desk.start({ ...WANTED, isChecked: true });
  await Promise.resolve();
  await Promise.resolve();
  expect(desk.store.getState()).toMatchObject([{ id: 1, name: 'a.txt', totalBytes: 5, doneBytes: 3 }]);
  desk.cancel(1);
  await started;
  expect(desk.store.getState()).toEqual([]);
  expect(did).toEqual(['ticket']);
});
