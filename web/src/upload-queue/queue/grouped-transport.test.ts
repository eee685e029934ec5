import { KIB, Messages, type ScanItem } from '@vault/contract';
import { describe, expect, it, vi } from 'vitest';
import { withResolvers } from '../../kit/with-resolvers.ts';
import { TARGET } from '../testing/fake-transport.ts';
import { groupedTransport } from './grouped-transport.ts';
import { createPace } from './pace.ts';
import { StageError, type Transferred, type Transport } from './transport.ts';

const never = () => Promise.reject(new Error('not called'));

/** A server that answers each transfer when the test lets it. */
function createServer(refuse: (keys: readonly string[]) => StageError | null = () => null) {
  const calls: string[][] = [];
  const state = { hasMany: true, results: Infinity };
  const { promise: begin, resolve: letGo } = withResolvers<void>();
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
    prepare: never,
    send: never,
    scan: never,
    sendFiles: ({ files, signal }) =>
      answer(
        files.map(({ uid }) => uid),
        signal,
        scanItem,
      ),
    transfer: ({ keys, signal }) => answer(keys, signal, (fileKey): Transferred => ({ fileKey, code: 200 })),
  };
  const sharing = { hasMany: () => state.hasMany, pace: createPace(1, () => 0) };
  const { transfer, sendTogether } = groupedTransport(transport, sharing);
  const send = (
    keys: string[],
    { target = TARGET, batch = 'batch', signal = new AbortController().signal } = {},
  ) => transfer({ keys, target, batch, signal });
  const { signal } = new AbortController();
  const sendFile = (uid: string, sizeBytes = 10) =>
    sendTogether({ uid, fileName: `${uid}.txt`, bytes: new Blob(['x'.repeat(sizeBytes)]), signal });
  return { calls, letGo, send, sendFile, state };
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `f${n}`);

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

describe('SPEED-04 small files, while many items wait', () => {
  it('SPEED-04 files that are ready together share a call, and each gets its own result', async () => {
    const { calls, letGo, sendFile } = createServer();
    const sent = ['a', 'b', 'c'].map((uid) => sendFile(uid));
    letGo();
    expect((await Promise.all(sent)).map((item) => item?.key)).toEqual(['a', 'b', 'c']);
    expect(calls).toEqual([['a', 'b', 'c']]);
  });

  it('SPEED-04 with few items each file is sent separately', async () => {
    const { calls, letGo, sendFile, state } = createServer();
    state.hasMany = false;
    letGo();
    expect(await Promise.all([sendFile('a'), sendFile('b')])).toEqual([null, null]);
    expect(calls).toEqual([]);
  });

  it('SPEED-04 a file that no other file joins is sent separately', async () => {
    const { calls, letGo, sendFile } = createServer();
    letGo();
    expect(await sendFile('a')).toBeNull();
    expect(calls).toEqual([]);
  });

  it('SPEED-04 a call has at most 20 files', async () => {
    const { calls, letGo, sendFile } = createServer();
    const sent = numbered(45).map((uid) => sendFile(uid));
    letGo();
    await Promise.all(sent);
    expect(calls.map((uids) => uids.length)).toEqual([20, 20, 5]);
  });

  it('SPEED-04 a call has less than 1 MB', async () => {
    const { calls, letGo, sendFile } = createServer();
    const sent = numbered(7).map((uid) => sendFile(uid, 256 * KIB));
    letGo();
    expect((await Promise.all(sent)).at(-1)).toBeNull();
    expect(calls.map((uids) => uids.length)).toEqual([3, 3]);
  });

  it('SPEED-04 a file without a result in the reply fails; the others go on', async () => {
    const { letGo, sendFile, state } = createServer();
    state.results = 2;
    const sent = ['a', 'b', 'c'].map((uid) => sendFile(uid));
    letGo();
    expect(await statuses(sent)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await expect(sent[2]).rejects.toThrow(Messages.uploadFailed);
  });

  it('SPEED-04 after a refused call each file is sent separately, so one bad name stops only one file', async () => {
    const { calls, letGo, sendFile } = createServer((uids) =>
      uids.includes('bad') ? new StageError(400, 'A name is not allowed.') : null,
    );
    const sent = ['a', 'b', 'bad', 'c'].map((uid) => sendFile(uid));
    letGo();
    expect(await Promise.all(sent)).toEqual([null, null, null, null]);
    expect(calls).toEqual([['a', 'b', 'bad', 'c']]);
  });
});
