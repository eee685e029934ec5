import { expect, test } from 'vitest';
import { StageError } from '../queue/transport.ts';
import { uploadErrorTexts } from '../texts.ts';
import { type DirectTransport, sendDirect } from './send-direct.ts';
import { PAUSES_MS } from './send-in-chunks.ts';

const PARTS = 5;
/** Parts of 10 bytes; two of them have addresses at a time. */
const PART = 10;
const AT_ONCE = 2;

const lost = () => new StageError(0, uploadErrorTexts.noConnection, { outage: 'unreachable' });
const refused = () => new StageError(403, 'refused');
const outage = () => new StageError(503, 'The vault is not available.');
const incomplete = () => new StageError(400, 'incomplete', { errorCode: 'UPLOAD_INCOMPLETE' });

/** A store with the parts that were sent. Each failure of a list is thrown by one call. */
function createStore(has: number[] = []) {
  const stored = new Set(has);
  const calls: string[] = [];
  const fails = { next: [] as StageError[], part: [] as (StageError | null)[], complete: [] as StageError[] };
  const state = { isOffered: true };
  const fail = (errors: (StageError | null)[]) => {
    const error = errors.shift();
    if (error) throw error;
  };
  const transport: DirectTransport = {
    nextParts: async () => {
      calls.push('next');
      fail(fails.next);
      if (!state.isOffered) return null;
      const missing = Array.from({ length: PARTS }, (_, n) => n).filter((n) => !stored.has(n));
      const parts = missing.slice(0, AT_ONCE).map((n) => ({
        start: n * PART,
        end: (n + 1) * PART,
        address: `https://s3.example.com/${n}`,
      }));
      return { receivedBytes: stored.size * PART, parts };
    },
    sendPart: async ({ start }, storedBytes) => {
      calls.push(`${start / PART} after ${storedBytes}`);
      fail(fails.part);
      stored.add(start / PART);
    },
    complete: async () => {
      calls.push('complete');
      fail(fails.complete);
    },
    pause: async (ms) => void calls.push(`pause ${ms}`),
  };
  return { stored, calls, fails, state, send: () => sendDirect(transport) };
}

test('C138 C139 all parts are sent in order, and the upload is completed', async () => {
  const { calls, send } = createStore();
  expect(await send()).toBe(true);
  expect(calls).toEqual([
    'next',
    '0 after 0',
    '1 after 10',
    'next',
    '2 after 20',
    '3 after 30',
    'next',
    '4 after 40',
    'next',
    'complete',
  ]);
});

test('C138 only missing parts are sent', async () => {
  const { calls, send } = createStore([0, 1, 3]);
  expect(await send()).toBe(true);
  expect(calls).toEqual(['next', '2 after 30', '4 after 40', 'next', 'complete']);
});

test('C138 a part that fails is sent again, to a new address', async () => {
  const { calls, fails, send } = createStore();
  fails.part = [null, refused(), lost()];
  expect(await send()).toBe(true);
  expect(calls.slice(0, 8)).toEqual([
    'next',
    '0 after 0',
    '1 after 10',
    `pause ${PAUSES_MS[0]}`,
    'next',
    '1 after 10',
    `pause ${PAUSES_MS[1]}`,
    'next',
  ]);
});

test.each([lost, refused])(
  'NODES-01 a store that never takes a part is not tried again: %o',
  async (error) => {
    const { calls, fails, send } = createStore();
    fails.part = [error()];
    expect(await send()).toBe(false);
    expect(calls).toEqual(['next', '0 after 0']);
  },
);

test('NODES-01 a store that fails repeatedly is given up after some pauses', async () => {
  const { calls, fails, send } = createStore([0]);
  fails.part = Array.from({ length: 20 }, lost);
  expect(await send()).toBe(false);
  expect(calls.filter((call) => call.startsWith('pause'))).toEqual(PAUSES_MS.map((ms) => `pause ${ms}`));
});

test('NODES-01 an upload that the store ends again and again is given up', async () => {
  const { stored, calls, fails, send } = createStore();
  fails.complete = Array.from({ length: 20 }, incomplete);
  const completions = () => calls.filter((call) => call === 'complete').length;
  expect(await send()).toBe(false);
  expect(completions()).toBe(PAUSES_MS.length);
  stored.clear();
  fails.complete = [incomplete()];
  expect(await send()).toBe(true);
});

test('C138 a vault that does not offer it is left alone', async () => {
  const { calls, state, send } = createStore();
  state.isOffered = false;
  expect(await send()).toBe(false);
  expect(calls).toEqual(['next']);
});

test('SAFE-06 an outage of the vault is the failure of the attempt: the caller waits for its end', async () => {
  const { fails, send } = createStore();
  fails.next = [outage()];
  await expect(send()).rejects.toMatchObject({ code: 503 });
  fails.complete = [outage()];
  await expect(send()).rejects.toMatchObject({ code: 503 });
});

test('a file that was changed after it was chosen is not tried again', async () => {
  const { calls, fails, send } = createStore();
  fails.part = [new StageError(0, uploadErrorTexts.fileChanged)];
  await expect(send()).rejects.toThrow(uploadErrorTexts.fileChanged);
  expect(calls).toHaveLength(2);
});
