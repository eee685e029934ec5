import { Messages, type UploadReceiptEntry } from '@vault/contract';
import { describe, expect, test, vi } from 'vitest';
import type { UploadCounts, UploadItem } from '../../upload-queue/index.ts';
import { CallError } from '../visit/client.ts';
import { failedFirst, outcomeOf, outcomeText } from './outcome.ts';
import { mergedReceipt, receiptText, wholeReceipt } from './receipt.ts';
import { visitorTransport } from './visitor-transport.ts';

type Status = UploadItem['status'];
const item = (name: string, ...statuses: Status[]): UploadItem =>
  ({
    name,
    status: statuses.find((status) => status !== 'Completed') ?? 'Completed',
    parts: statuses.map((status, n) => ({
      path: `${name} ${n}`,
      state:
        status === 'Scan Failed'
          ? { status, infected: true }
          : { status, resume: { stage: 'scan', uid: 'u' } },
    })),
  }) as unknown as UploadItem;
const counts = (running: number) => ({ running, waiting: 0 }) as UploadCounts;

describe('REQUEST-01 the result of a submission', () => {
  test('the result counts all files, also in folders, and says thanks only when all have arrived', () => {
    const all = outcomeOf([item('a', 'Completed'), item('Tax', 'Completed', 'Completed')], counts(0));
    expect(all).toEqual({ step: 'ended', received: 3, failed: 0, repeated: 0, canRetry: false });
    const text = (received: number, failed: number, repeated = 0) =>
      outcomeText({ received, failed, repeated });
    expect(text(12, 0)).toBe('Thank you, 12 files received');
    expect(text(1, 0)).toBe('Thank you, 1 file received');
    expect(text(10, 2)).toBe('10 files received, 2 not');
    expect(text(0, 1)).toBe('1 file could not be received');
    expect(text(0, 0, 2)).toBe('2 files given before, nothing new');
  });

  test('the result is not shown while uploads are active; cancelled uploads do not count', () => {
    expect(outcomeOf([item('a', 'Uploading')], counts(1))).toEqual({ step: 'busy' });
    expect(outcomeOf([item('a', 'Cancelled')], counts(0))).toEqual({ step: 'none' });
    expect(outcomeOf([], counts(0))).toEqual({ step: 'none' });
  });

  test('USE-07 USE-08 files given before are counted as repeated, and misnamed files as failed', () => {
    const repeated = item('a', 'Completed');
    const parts = [{ path: 'a', state: { status: 'Completed' as const, sameAs: 'a' } }];
    const items = [{ ...repeated, kind: 'file', parts } as unknown as UploadItem, item('b', 'Completed')];
    expect(outcomeOf(items, counts(0))).toMatchObject({ received: 1, failed: 0, repeated: 1 });
    expect(outcomeOf(items, counts(0), 2)).toMatchObject({ received: 1, failed: 2 });
  });

  test('the result offers a retry for failed uploads, but not for a file with a virus', () => {
    expect(outcomeOf([item('a', 'Upload Failed')], counts(0))).toMatchObject({ canRetry: true });
    expect(outcomeOf([item('a', 'Scan Failed')], counts(0))).toMatchObject({ failed: 1, canRetry: false });
  });

  test('failedFirst puts failed items first and keeps the order of the others', () => {
    const items = [
      item('a', 'Completed'),
      item('b', 'Failed'),
      item('c', 'Waiting'),
      item('d', 'Scan Failed'),
    ];
    expect(failedFirst(items).map(({ name }) => name)).toEqual(['b', 'd', 'a', 'c']);
  });
});

const entry = (name: string): UploadReceiptEntry => ({
  name,
  size: 1536,
  sha256: 'ab'.repeat(32),
  receivedAt: '2026-11-21T09:30:00.000Z',
  isThisVisit: true,
});

describe('C64 the receipt of a submission', () => {
  test('all pages of the receipt are loaded and merged with the files of an earlier visit', async () => {
    const all = Array.from({ length: 130 }, (_, n) => entry(`${n}.pdf`));
    const ask = vi.fn(({ query = {} }: { query?: Record<string, string | number> }) => {
      const content = all.slice(Number(query['page']) * 100, Number(query['page']) * 100 + 100);
      return Promise.resolve({ content, totalElements: 130, numberOfElements: content.length });
    });
    const read = await wholeReceipt(ask, new AbortController().signal);
    expect(read).toEqual(all);
    expect(mergedReceipt([entry('old.pdf'), entry('1.pdf')], read)).toHaveLength(131);
  });

  test('the receipt as text lists each file with size, SHA-256 and time', () => {
    const text = receiptText({ name: 'Papers', brand: { name: 'Berg', color: '#000000' } }, [entry('a.pdf')]);
    expect(text).toBe(
      `Receipt of Berg\nSent to: Papers\nFiles: 1\n\nFile name: a.pdf\nSize: 1536 bytes (1.5 KB)\nSHA-256: ${'ab'.repeat(32)}\nReceived: 2026-11-21T09:30:00.000Z\n`,
    );
  });
});

test('REQUEST-01 USE-47 a visitor uploads with the calls of the link; errors keep their code', async () => {
  const call = vi.fn();
  const giver = { name: vi.fn(() => 'Zoe'), refuse: vi.fn() };
  const transport = visitorTransport({ call }, giver);
  const { signal } = new AbortController();
  call.mockResolvedValueOnce([]);
  await transport.scan({ uid: 'u1', isFolder: true, signal });
  expect(call).toHaveBeenLastCalledWith('scanUpload', { query: { key: 'u1', isFolder: 'true' }, signal });
  call.mockResolvedValueOnce({ detailList: [{ fileKey: 'k', code: 200 }] });
  const target = { recordId: '', folderSfid: '', path: '' };
  expect(await transport.transfer({ keys: ['k'], target, batch: 'b', signal })).toEqual([
    { fileKey: 'k', code: 200 },
  ]);
  const body = { fileKeys: ['k'], batch: 'b', givenAs: 'Zoe' };
  expect(call).toHaveBeenLastCalledWith('transferUpload', { body, signal });
  call.mockRejectedValueOnce(new CallError(400, Messages.giverRequired, { errorCode: 'GIVER_REQUIRED' }));
  await expect(transport.transfer({ keys: ['k'], target, batch: 'b', signal })).rejects.toMatchObject({
    code: 400,
  });
  expect(giver.refuse.mock.calls).toEqual([[Messages.giverRequired]]);
  call.mockRejectedValueOnce(new CallError(413, 'too large'));
  await expect(transport.prepare({ uid: 'u1', fileName: 'a', signal })).rejects.toMatchObject({
    name: 'StageError',
    code: 413,
    message: 'too large',
  });
});

test('SPEED-04 C143 a visitor sends small files together', async () => {
  const results = [{ key: 'u1', name: 'a.txt', scan_status: 'PASS', upload_status: 'SUCCESS' }];
  const call = vi.fn().mockResolvedValueOnce(results);
  const transport = visitorTransport({ call }, { name: () => undefined, refuse: vi.fn() });
  const { signal } = new AbortController();
  const files = [{ uid: 'u1', fileName: 'a.txt', bytes: new Blob(['first']) }];
  expect(await transport.sendFiles({ files, signal })).toEqual(results);
  expect(call).toHaveBeenCalledExactlyOnceWith('sendFiles', { bytes: expect.any(Blob) as Blob, signal });
});

test('SAFE-06 an upload of a visitor that meets an outage fails with the outage', async () => {
  const { signal } = new AbortController();
  const call = vi
    .fn()
    .mockRejectedValueOnce(new CallError(0, 'No connection to the server.', { outage: 'unreachable' }));
  const scanned = visitorTransport({ call }, { name: () => undefined, refuse: vi.fn() }).scan({
    uid: 'u1',
    isFolder: false,
    signal,
  });
  await expect(scanned).rejects.toMatchObject({ name: 'StageError', outage: 'unreachable' });
});
