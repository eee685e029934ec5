import { Messages, type ScanItem } from '@vault/contract';
import { describe, expect, it, vi } from 'vitest';
import { TARGET } from '../testing/fake-transport.ts';
import { groupedTransport } from './grouped-transport.ts';
import { createPace } from './pace.ts';
import { StageError, type Transferred, type Transport } from './transport.ts';

const never = () => Promise.reject(new Error('not called'));

/** A server that answers each transfer when the test lets it. */
function createServer(refuse: (keys: readonly string[]) => StageError | null = () => null) {
  const calls: string[][] = [];
  const state = { hasMany: true, results: Infinity };
  const { promise: begin, resolve: letGo } = Promise.withResolvers<void>();
  const answer = async <T>(keys: string[], signal: AbortSignal, resultOf: (key: string) => T) => {
    calls.push(keys);
    await begin;
    signal.throwIfAborted();
    const refusal = refuse(keys);
    if (refusal !== null) throw refusal;
    return keys.slice(0, state.results).map((key) => resultOf(key));
  };
  const scanItem = (key: string): ScanItem => ({
    key,
    name: `${key}.txt`,
    scan_status: 'PASS',
    upload_status: 'SUCCESS',
  });
  const transport: Transport = {
    prepare: async ({ uid, signal }) => (await answer([uid], signal, addressOf))[0] ?? '',
    prepareFiles: ({ files, signal }) =>
      answer(
        files.map(({ uid }) => uid),
        signal,
        addressOf,
      ),
    send: never,
    scan: ({ uid, signal }) => answer([uid], signal, scanItem),
    scanFiles: ({ uids, signal }) => answer([...uids], signal, scanItem),
    transfer: ({ keys, signal }) => answer(keys, signal, (fileKey): Transferred => ({ fileKey, code: 200 })),
  };
  const sharing = { hasMany: () => state.hasMany, pace: createPace(1, () => 0) };
  const { transfer, prepare, scan } = groupedTransport(transport, sharing);
  const send = (
    keys: string[],
    { target = TARGET, batch = 'batch', signal = new AbortController().signal } = {},
  ) => transfer({ keys, target, batch, signal });
  const { signal } = new AbortController();
  const address = (uid: string) => prepare({ uid, fileName: `${uid}.txt`, signal });
  const verdict = (uid: string, { isFolder = false, isSmall = true } = {}) =>
    scan({ uid, isFolder, isSmall, signal });
  return { calls, letGo, send, address, verdict, state };
}

const addressOf = (uid: string) => `https://vault.example/${uid}`;

const statuses = async (sent: Promise<unknown>[]) =>
  (await Promise.allSettled(sent)).map(({ status }) => status);

it('SPEED-04 items that end during a transfer into their folder share the next one', async () => {
  const { calls, letGo, send } = createServer();
  const sent = [send(['a'])];
  await vi.waitFor(() => expect(calls).toEqual([['a']]));
  sent.push(...['b', 'c', 'd'].map((key) => send([key])));
  letGo();
  expect(await Promise.all(sent)).toEqual(['a', 'b', 'c', 'd'].map((fileKey) => [{ fileKey, code: 200 }]));
  expect(calls).toEqual([['a'], ['b', 'c', 'd']]);
});

it('SPEED-04 LIMIT-02 a call has at most 20 keys; folders and choices are not mixed', async () => {
  const { calls, letGo, send } = createServer();
  const sent = Array.from({ length: 22 }, (_, n) => send([`k${n}`]));
  sent.push(
    send(['other'], { target: { ...TARGET, folderSfid: 'fldOther0000000001' } }),
    send(['later'], { batch: 'x' }),
  );
  letGo();
  await Promise.all(sent);
  expect(calls.map((keys) => keys.length)).toEqual([20, 1, 1, 2]);
});

it('SPEED-04 a refused group is repeated item by item', async () => {
  const { calls, letGo, send } = createServer((keys) =>
    keys.includes('full') ? new StageError(507, 'The record is full.', { outage: null }) : null,
  );
  const sent = ['first', 'a', 'full', 'b'].map((key) => send([key]));
  letGo();
  expect(await statuses(sent)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(calls).toEqual([['first', 'a', 'full', 'b'], ['first'], ['a'], ['full'], ['b']]);
});

it('SAFE-06 in an outage each item of the group gets the error and waits for its end', async () => {
  const { calls, letGo, send } = createServer(() => new StageError(503, 'away'));
  const sent = ['first', 'a', 'b'].map((key) => send([key]));
  letGo();
  expect(await statuses(sent)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(calls).toEqual([['first', 'a', 'b']]);
});

it('SPEED-04 an aborted item leaves its group; the others are transferred', async () => {
  const { calls, letGo, send } = createServer();
  const controller = new AbortController();
  const sent = [send(['first']), send(['a'], { signal: controller.signal }), send(['b'])];
  controller.abort();
  letGo();
  expect(await statuses(sent)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(calls).toEqual([['first', 'b']]);
});

describe('SPEED-04 addresses and scans of files, while many items wait', () => {
  it('SPEED-04 files that are ready together share a call, and each gets its own result', async () => {
    const { calls, letGo, address, verdict } = createServer();
    const addresses = ['a', 'b', 'c'].map((uid) => address(uid));
    const verdicts = ['d', 'e', 'f'].map((uid) => verdict(uid));
    letGo();
    expect(await Promise.all(addresses)).toEqual(['a', 'b', 'c'].map(addressOf));
    const keys = (await Promise.all(verdicts)).map(([item]) => item?.key);
    expect(keys).toEqual(['d', 'e', 'f']);
    expect(calls).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]);
  });

  it('SPEED-04 with few items each has its own calls', async () => {
    const { calls, letGo, address, verdict, state } = createServer();
    state.hasMany = false;
    letGo();
    await Promise.all([address('a'), address('b'), verdict('c'), verdict('d')]);
    expect(calls).toEqual([['a'], ['b'], ['c'], ['d']]);
  });

  it('SPEED-04 a folder is scanned by itself', async () => {
    const { calls, letGo, verdict } = createServer();
    const verdicts = [verdict('a'), verdict('b'), verdict('folder', { isFolder: true }), verdict('c')];
    letGo();
    await Promise.all(verdicts);
    expect(calls).toEqual([['folder'], ['a', 'b', 'c']]);
  });

  it('SPEED-04 a large file is scanned by itself, so that no other waits for its scan', async () => {
    const { calls, letGo, verdict } = createServer();
    const verdicts = [verdict('a'), verdict('large', { isSmall: false }), verdict('b')];
    letGo();
    await Promise.all(verdicts);
    expect(calls).toEqual([['large'], ['a', 'b']]);
  });

  it('SPEED-04 a file without a result in the reply fails; the others go on', async () => {
    const { letGo, address, state } = createServer();
    state.results = 2;
    const addresses = ['a', 'b', 'c'].map((uid) => address(uid));
    letGo();
    expect(await statuses(addresses)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await expect(addresses[2]).rejects.toThrow(Messages.uploadFailed);
  });

  it('SPEED-04 a refused call is repeated for each file, so one bad name stops one file', async () => {
    const { calls, letGo, address } = createServer((uids) =>
      uids.includes('bad') ? new StageError(400, 'A name is not allowed.') : null,
    );
    const addresses = ['a', 'b', 'bad', 'c'].map((uid) => address(uid));
    letGo();
    expect(await statuses(addresses)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(calls).toEqual([['a', 'b', 'bad', 'c'], ['a'], ['b'], ['bad'], ['c']]);
  });
});
