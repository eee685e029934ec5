import { expect, test, vi } from 'vitest';
import { Errors } from '../http/index.ts';
import { DependencyUnavailable } from '../platform/unavailable.ts';
import { TransferAccess } from './transfer-access.ts';

const shaOf = (n: number) => Buffer.alloc(32, n);
const ask = vi.fn<(fileIds: readonly string[]) => Promise<void>>();

/** The access of a transfer of four files; the last two have the same content. */
function transfer(recheckMs = 60_000) {
  ask.mockReset();
  ask.mockResolvedValue();
  const contents = [1, 2, 3].map((n) => ({ sha256: shaOf(n), fileId: `file ${n}` }));
  return new TransferAccess({
    contents: [...contents, { sha256: shaOf(3), fileId: 'file 4' }],
    ask,
    recheckMs,
  });
}

test('GUARD-30 the first read follows the check of the request, so that nothing is asked twice', async () => {
  await transfer().mustContinue([shaOf(1)]);
  expect(ask).not.toHaveBeenCalled();
});

test('GUARD-30 the files that begin in one read are asked about together', async () => {
  const access = transfer();
  await access.mustContinue([shaOf(1)]);
  await access.mustContinue([]);
  await access.mustContinue([shaOf(2), shaOf(3)]);
  await access.mustContinue([]);
  expect(ask.mock.calls).toEqual([[['file 2', 'file 3', 'file 4']]]);
});

test('GUARD-30 within a file the access is asked again after a time', async () => {
  const access = transfer(0);
  await access.mustContinue([shaOf(1)]);
  await access.mustContinue([]);
  await access.mustContinue([]);
  expect(ask.mock.calls).toEqual([[['file 1']], [['file 1']]]);
});

test('GUARD-30 a refusal cuts the transfer, and an outage of the database pauses it', async () => {
  const access = transfer();
  await access.mustContinue([shaOf(1)]);
  ask.mockRejectedValueOnce(new DependencyUnavailable('database', 'away'));
  await access.mustContinue([shaOf(2)]);
  expect(ask).toHaveBeenCalledTimes(2);
  ask.mockRejectedValueOnce(Errors.noAccess());
  await expect(access.mustContinue([shaOf(3)])).rejects.toMatchObject({ errorCode: 'NO_ACCESS' });
});
