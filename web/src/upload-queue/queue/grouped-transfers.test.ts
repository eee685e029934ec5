import { expect, it } from 'vitest';
import { TARGET } from '../testing/fake-transport.ts';
import { groupedTransfers } from './grouped-transfers.ts';
import { StageError, type Transferred } from './transport.ts';

/** A server that answers each transfer when the test lets it. */
function createServer(refuse: (keys: readonly string[]) => StageError | null = () => null) {
  const calls: string[][] = [];
  const { promise: begin, resolve: letGo } = Promise.withResolvers<void>();
  const transfer = groupedTransfers(async ({ keys, signal }) => {
    calls.push(keys);
    await begin;
    signal.throwIfAborted();
    const refusal = refuse(keys);
    if (refusal !== null) throw refusal;
    return keys.map((fileKey): Transferred => ({ fileKey, code: 200 }));
  });
  const send = (
    keys: string[],
    { target = TARGET, batch = 'batch', signal = new AbortController().signal } = {},
  ) => transfer({ keys, target, batch, signal });
  return { calls, letGo, send };
}

const statuses = async (sent: Promise<unknown>[]) =>
  (await Promise.allSettled(sent)).map(({ status }) => status);

it('SPEED-04 items that end during a transfer into their folder share the next one', async () => {
  const { calls, letGo, send } = createServer();
  const sent = ['a', 'b', 'c', 'd'].map((key) => send([key]));
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
  expect(calls.map((keys) => keys.length)).toEqual([1, 1, 1, 20, 1]);
});

it('SPEED-04 a refused group is repeated item by item', async () => {
  const { calls, letGo, send } = createServer((keys) =>
    keys.includes('full') ? new StageError(507, 'The record is full.', { outage: null }) : null,
  );
  const sent = ['first', 'a', 'full', 'b'].map((key) => send([key]));
  letGo();
  expect(await statuses(sent)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(calls).toEqual([['first'], ['a', 'full', 'b'], ['a'], ['full'], ['b']]);
});

it('SAFE-06 in an outage each item of the group gets the error and waits for its end', async () => {
  const { calls, letGo, send } = createServer(() => new StageError(503, 'away'));
  const sent = ['first', 'a', 'b'].map((key) => send([key]));
  letGo();
  expect(await statuses(sent)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(calls).toEqual([['first'], ['a', 'b']]);
});

it('SPEED-04 an aborted item leaves its group; the others are transferred', async () => {
  const { calls, letGo, send } = createServer();
  const controller = new AbortController();
  const sent = [send(['first']), send(['a'], { signal: controller.signal }), send(['b'])];
  controller.abort();
  letGo();
  expect(await statuses(sent)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(calls).toEqual([['first'], ['b']]);
});
