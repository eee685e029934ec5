import { once } from 'node:events';
import type { Abilities } from '@vault/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Authenticate, namedRecords } from '../http/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { Hub } from './hub.ts';
import type { EventStream } from './stream.ts';

type ListenOptions = Parameters<Database['listen']>[0];

const USER = 'usr000000000000001';
const RECORD = 'rec000000000000001';
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

let hub: Hub;
let listening: ListenOptions | null;
let sessionEndsAt: Date;
const authenticate = vi.fn<Authenticate>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  sessionEndsAt = new Date(Date.now() + 20 * MINUTE_MS);
  authenticate.mockReset().mockImplementation(async (token) => {
    if (sessionEndsAt <= new Date()) return null;
    return {
      id: USER,
      name: 'Ada',
      email: 'ada@example.test',
      permissions: [],
      abilities: { read: true } as Abilities,
      records: namedRecords([RECORD]),
      reader: { lastChange: null, mustBeLatest: true },
      token,
      tokenEndsAt: sessionEndsAt,
    };
  });
  const listen = (options: ListenOptions) => {
    listening = options;
    return { close: async () => undefined };
  };
  hub = new Hub({ database: { listen }, clock: systemClock, authenticate });
});
afterEach(async () => {
  await hub.close();
  vi.useRealTimers();
});

function openPage(token = 'token'): EventStream {
  const owner = { userId: USER, token, recordId: RECORD, clientId: null, destroyReply: vi.fn() };
  return hub.open(owner, 0).resume();
}

/** Opens a page, and waits until it has been checked for the first time. */
async function openCheckedPage(): Promise<EventStream> {
  const page = openPage();
  await pass(3 * SECOND_MS);
  expect(authenticate).toHaveBeenCalledOnce();
  authenticate.mockClear();
  return page;
}

async function textOf(page: EventStream): Promise<string> {
  let text = '';
  page.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  await once(page, 'end');
  return text;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('GUARD-30 checks of open pages', () => {
  it('a new page is checked soon: its session can have ended while its stream was opened', async () => {
    const ended = once(openPage(), 'end');
    sessionEndsAt = new Date();
    await pass(3 * SECOND_MS);
    await ended;
  });

  it('a page is checked once in a minute while its session has not expired', async () => {
    await openCheckedPage();
    await pass(10 * MINUTE_MS);
    expect(authenticate).toHaveBeenCalledTimes(10);
  });

  it('a page ends within three seconds after its session has expired', async () => {
    sessionEndsAt = new Date(Date.now() + 20 * SECOND_MS);
    const ended = once(await openCheckedPage(), 'end');
    await pass(20 * SECOND_MS);
    await ended;
  });

  it('a page is checked again soon when its session was used before it expired', async () => {
    sessionEndsAt = new Date(Date.now() + 20 * SECOND_MS);
    const page = await openCheckedPage();
    sessionEndsAt = new Date(Date.now() + 30 * SECOND_MS);
    await pass(20 * SECOND_MS);
    expect(authenticate).toHaveBeenCalledOnce();
    expect(page.readableEnded).toBe(false);
    const ended = once(page, 'end');
    await pass(15 * SECOND_MS);
    await ended;
  });

  it('a notification checks the pages of its account at once', async () => {
    const ended = once(await openCheckedPage(), 'end');
    sessionEndsAt = new Date();
    listening?.onMessage(JSON.stringify({ accountId: USER }));
    await ended;
  });

  it('a check that fails is repeated soon, also after a notification', async () => {
    const ended = once(await openCheckedPage(), 'end');
    sessionEndsAt = new Date();
    authenticate.mockRejectedValueOnce(new Error('the database is away'));
    listening?.onMessage(JSON.stringify({ accountId: USER }));
    await pass(3 * SECOND_MS);
    await ended;
  });

  it('all pages are checked soon after the process could not listen for notifications', async () => {
    const ended = once(await openCheckedPage(), 'end');
    sessionEndsAt = new Date();
    listening?.onLost?.();
    listening?.onBegin?.();
    await pass(3 * SECOND_MS);
    await ended;
  });

  it('a page is checked soon after the clock was set back', async () => {
    const ended = once(await openCheckedPage(), 'end');
    vi.setSystemTime(Date.now() - 60 * MINUTE_MS);
    sessionEndsAt = new Date();
    await pass(3 * SECOND_MS);
    await ended;
  });
});

describe('C56 the end of a process', () => {
  it('pages are told that they have received all changes', async () => {
    const page = openPage();
    listening?.onBegin?.();
    const text = textOf(page);
    await hub.close();
    expect(await text).toMatch(/: end\n\n$/);
  });

  it('pages are not told so while the process does not listen', async () => {
    const page = openPage();
    listening?.onBegin?.();
    listening?.onLost?.();
    const text = textOf(page);
    await hub.close();
    expect(await text).not.toContain('end');
  });
});
