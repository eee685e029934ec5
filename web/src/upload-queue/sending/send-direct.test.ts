import { expect, test } from 'vitest';
import { StageError } from '../queue/transport.ts';
import { uploadErrorTexts } from '../texts.ts';
import { type DirectTransport, sendDirect } from './send-direct.ts';
import { PAUSES_MS } from './send-in-chunks.ts';

/** Parts of 10 bytes; four of them have addresses at a time. */
const PARTS = 6;
const PART = 10;
const ADDRESSES = 4;

const lost = () => new StageError(0, uploadErrorTexts.noConnection, { outage: 'unreachable' });
const refused = () => new StageError(403, 'refused');
const outage = () => new StageError(503, 'The vault is not available.');
const incomplete = () => new StageError(400, 'incomplete', { errorCode: 'UPLOAD_INCOMPLETE' });
const changed = () => new StageError(0, uploadErrorTexts.fileChanged);

/** A store with the parts that were sent. `fails` returns the failure of a call, by its name in `calls`. */
function createStore(fails: (call: string, attempt: number) => StageError | null = () => null) {
  const stored = new Set<number>();
  const calls: string[] = [];
  const state = { isOffered: true, running: 0, mostRunning: 0 };
  const begin = (call: string) => {
    calls.push(call);
    const error = fails(call, calls.filter((one) => one === call).length);
    if (error !== null) throw error;
  };
  const transport: DirectTransport = {
    nextParts: async () => {
      begin('next');
      // No part is on its way, so none is sent twice at the same time.
      expect(state.running).toBe(0);
      if (!state.isOffered) return null;
      const missing = Array.from({ length: PARTS }, (_, n) => n).filter((n) => !stored.has(n));
      const parts = missing.slice(0, ADDRESSES).map((n) => ({
        start: n * PART,
        end: (n + 1) * PART,
        address: `https://s3.example.com/${n}`,
      }));
      return { receivedBytes: stored.size * PART, parts };
    },
    sendPart: async ({ start }) => {
      state.running += 1;
      state.mostRunning = Math.max(state.mostRunning, state.running);
      try {
        await Promise.resolve();
        begin(`part ${start / PART}`);
        stored.add(start / PART);
      } finally {
        state.running -= 1;
      }
    },
    complete: async () => begin('complete'),
    pause: async (ms) => void calls.push(`pause ${ms}`),
  };
  return { stored, calls, state, send: () => sendDirect(transport) };
}

const count = (calls: string[], call: string) => calls.filter((one) => one.startsWith(call)).length;

test('C138 C139 all parts are sent, three at a time, and the upload is completed', async () => {
  const { calls, state, send } = createStore();
  expect(await send()).toBe(true);
  expect(calls).toEqual([
    'next',
    'part 0',
    'part 1',
    'part 2',
    'part 3',
    'next',
    'part 4',
    'part 5',
    'next',
    'complete',
  ]);
  expect(state.mostRunning).toBe(3);
});

test('C138 only missing parts are sent', async () => {
  const { stored, calls, send } = createStore();
  for (const n of [0, 1, 3, 5]) stored.add(n);
  expect(await send()).toBe(true);
  expect(calls).toEqual(['next', 'part 2', 'part 4', 'next', 'complete']);
});

test('C138 a part that fails is sent again to a new address, when the running ones have ended', async () => {
  const { calls, send } = createStore((call, attempt) => {
    if (call !== 'part 1') return null;
    return [refused(), lost()][attempt - 1] ?? null;
  });
  expect(await send()).toBe(true);
  expect(count(calls, 'part 0')).toBe(1);
  expect(count(calls, 'part 1')).toBe(3);
});

test.each([lost, refused])(
  'NODES-01 a store that never takes a part is not tried again: %o',
  async (error) => {
    const { calls, send } = createStore((call) => (call.startsWith('part') ? error() : null));
    expect(await send()).toBe(false);
    expect(count(calls, 'next')).toBe(1);
  },
);

test('NODES-01 a store that fails repeatedly is given up after some pauses', async () => {
  const { stored, calls, send } = createStore((call) => (call.startsWith('part') ? lost() : null));
  stored.add(0);
  expect(await send()).toBe(false);
  expect(calls.filter((call) => call.startsWith('pause'))).toEqual(PAUSES_MS.map((ms) => `pause ${ms}`));
});

test('NODES-01 an upload that the store ends again and again is given up', async () => {
  const { calls, send } = createStore((call) => (call === 'complete' ? incomplete() : null));
  expect(await send()).toBe(false);
  expect(count(calls, 'complete')).toBe(PAUSES_MS.length);
});

test('NODES-02 an upload that the store has ended begins again', async () => {
  const { stored, calls, send } = createStore((call, attempt) => {
    if (call !== 'complete' || attempt > 1) return null;
    stored.clear();
    return incomplete();
  });
  expect(await send()).toBe(true);
  expect(count(calls, 'part')).toBe(2 * PARTS);
});

test('C138 a vault that does not offer it is left alone', async () => {
  const { calls, state, send } = createStore();
  state.isOffered = false;
  expect(await send()).toBe(false);
  expect(calls).toEqual(['next']);
});

test.each(['next', 'complete'])(
  'SAFE-06 an outage of the vault at %j is the failure of the attempt: the caller waits for its end',
  async (failing) => {
    const { send } = createStore((call) => (call === failing ? outage() : null));
    await expect(send()).rejects.toMatchObject({ code: 503 });
  },
);

test('a file that was changed after it was chosen is not tried again', async () => {
  const { calls, send } = createStore((call) => (call === 'part 0' ? changed() : null));
  await expect(send()).rejects.toThrow(uploadErrorTexts.fileChanged);
  expect(count(calls, 'next')).toBe(1);
  expect(count(calls, 'part 3')).toBe(0);
});
