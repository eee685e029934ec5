import { type ErrorCode, Messages, recipient, type Landing } from '@vault/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { VAULT_UNAVAILABLE } from '../../availability/index.ts';
import { CALLS, LINKS_PATH, type CallName } from './client.ts';
import { linkAddressOf } from './link-address.ts';
import { callTexts } from '../texts.ts';
import { createLinkVisit } from './link-visit.ts';
import { type EarlierVisits, visitsIn, type Visit } from './visit-store.ts';

const LISTENERS = { addEventListener: () => undefined, removeEventListener: () => undefined };

beforeEach(() => {
  vi.stubGlobal('document', { visibilityState: 'visible', ...LISTENERS });
  for (const [name, nothing] of Object.entries(LISTENERS)) vi.stubGlobal(name, nothing);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the copied calls and texts of a link are equal to those of the contract', () => {
  for (const [name, [method, tail]] of Object.entries(CALLS)) {
    const { method: wanted, path } = recipient[name as CallName];
    expect([name, method, `${LINKS_PATH}/:token${tail}`]).toEqual([name, wanted, path]);
  }
  expect(callTexts.linkUnavailable).toBe(Messages.linkUnavailable);
  expect(VAULT_UNAVAILABLE).toBe(Messages.vaultUnavailable);
});

describe('RECIP-01 the address of a link', () => {
  test('the address of a share starts with /s/ and of a request with /r/; others are no links', () => {
    expect(linkAddressOf('/s/a%2Db')).toEqual({ purpose: 'share', token: 'a-b' });
    expect(linkAddressOf('/r/abc/')).toEqual({ purpose: 'request', token: 'abc' });
    expect(['/s/', '/x/abc', '/s/a/b', '/s/%E0%A4%A'].map(linkAddressOf)).toEqual([null, null, null, null]);
  });
});

const LANDING = { name: 'Tax', needPassword: false, needEmail: false } as Landing;

type Answer = [code: number, data: unknown, message?: string, errorCode?: ErrorCode];

/** Fakes the server with prepared answers for each call; the last answer repeats. */
function serve(answers: Partial<Record<string, Answer[]>>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const tail = path.replace(`${LINKS_PATH}/tok`, '');
    const visitor = new Headers(init.headers).get('authorization') ?? '-';
    const { continues, formerToken } = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as {
      continues?: string;
      formerToken?: string;
    };
    const after = [continues, formerToken]
      .filter((given) => given !== undefined)
      .map((given) => ` after ${given}`);
    asked.push(`${init.method} ${tail} ${visitor}${after.join('')}`);
    const left = answers[tail];
    const answer = left && left.length > 1 ? left.shift() : left?.[0];
    if (!answer) return Promise.reject(new TypeError('Failed to fetch'));
    const [code, data, errorMessage = null, errorCode] = answer;
    return Promise.resolve(
      Response.json({ code, data, errorMessage, errorCode }, { status: code === 200 ? 200 : code }),
    );
  });
  return asked;
}

const visitOf = (visitorToken: string): Answer => [200, { visitorToken, expiresIn: 3600 }];

function aLink(kept: Visit | null = null) {
  const visits = {
    kept,
    earlierVisits: {} as EarlierVisits,
    read: () => visits.kept,
    write: (_: string, visit: Visit | null) => {
      if (visits.kept !== null) visits.earlierVisits.formerToken = visits.kept.visitorToken;
      visits.kept = visit;
    },
    earlier: () => visits.earlierVisits,
    keepContinuation: (_: string, continues: string) => (visits.earlierVisits.continues = continues),
  };
  return { link: createLinkVisit({ link: 'tok', visits, now: () => 1000 }), visits };
}

describe('a visit of a link', () => {
  test('a link without a password opens immediately, without a form', async () => {
    const asked = serve({ '': [[200, LANDING]], '/unlock': [visitOf('v1')] });
    const { link, visits } = aLink();
    await link.load();
    expect(link.state.getState()).toEqual({ at: 'open', landing: LANDING, isEnded: false });
    expect(visits.kept).toEqual({ visitorToken: 'v1', until: 1000 + 3_600_000 });
    expect(asked).toEqual(['GET  -', 'POST /unlock -']);
  });

  test('a reload continues a valid visit, so that no second view is counted', async () => {
    const asked = serve({ '': [[200, { ...LANDING, needPassword: true }]] });
    const { link } = aLink({ visitorToken: 'v0', until: 2000 });
    await link.load();
    expect(link.state.getState()).toMatchObject({ at: 'open' });
    expect(asked).toEqual(['GET  -']);
  });

  test('USE-15 the next visit of the same device continues the previous visit', async () => {
    const first: Answer = [200, { visitorToken: 'v1', expiresIn: 3600, continuation: 'c1' }];
    const asked = serve({
      '': [[200, LANDING]],
      '/unlock': [first, visitOf('v2')],
      '/receipt': [
        [401, null, Messages.signInAgain],
        [200, { content: [] }],
      ],
    });
    const { link } = aLink();
    await link.load();
    await link.call('uploadReceipt');
    expect(asked.filter((line) => line.includes('/unlock'))).toEqual([
      'POST /unlock -',
      'POST /unlock - after c1 after v1',
    ]);
  });

  test('RECIP-03 a link with a password stays locked until the right one; a wrong one throws P11', async () => {
    const landing = { ...LANDING, needPassword: true };
    serve({ '': [[200, landing]], '/unlock': [[403, null, Messages.wrongPassword], visitOf('v1')] });
    const { link } = aLink();
    await link.load();
    expect(link.state.getState()).toEqual({ at: 'locked', landing });
    await expect(link.unlock({ password: 'x' })).rejects.toThrow(Messages.wrongPassword);
    expect(link.state.getState()).toEqual({ at: 'locked', landing });
    await link.unlock({ password: 'right' });
    expect(link.state.getState()).toMatchObject({ at: 'open', isEnded: false });
  });

  test('RECIP-02 an expired link shows only its message, also when it expires during a visit', async () => {
    serve({ '': [[410, null, Messages.linkExpired, 'LINK_EXPIRED']] });
    const { link } = aLink();
    await link.load();
    expect(link.state.getState()).toEqual({
      at: 'failed',
      code: 410,
      errorCode: 'LINK_EXPIRED',
      message: Messages.linkExpired,
    });

    serve({
      '': [[200, LANDING]],
      '/unlock': [visitOf('v1')],
      '/items': [[410, null, Messages.linkExpired, 'LINK_EXPIRED']],
    });
    await link.load();
    await expect(link.call('list')).rejects.toThrow(Messages.linkExpired);
    expect(link.state.getState()).toEqual({
      at: 'failed',
      code: 410,
      errorCode: 'LINK_EXPIRED',
      message: Messages.linkExpired,
    });
  });

  test('the page stays open when a folder is deleted, and fails when the link is deleted', async () => {
    const answers = {
      '': [[200, LANDING] satisfies Answer],
      '/unlock': [visitOf('v1')],
      '/items': [
        [404, null, Messages.notFound, 'NOT_FOUND'] satisfies Answer,
        [404, null, callTexts.linkUnavailable, 'LINK_UNAVAILABLE'] satisfies Answer,
      ],
    };
    serve(answers);
    const { link } = aLink();
    await link.load();
    await expect(link.call('list')).rejects.toThrow(Messages.notFound);
    expect(link.state.getState()).toMatchObject({ at: 'open' });
    await expect(link.call('list')).rejects.toThrow(callTexts.linkUnavailable);
    expect(link.state.getState()).toMatchObject({ at: 'failed', code: 404 });
  });

  test('USE-16 a link whose target is in the trash is withdrawn, also during a visit', async () => {
    const gone: Answer = [404, null, Messages.notFound, 'NOT_FOUND'];
    const withdrawn = {
      at: 'failed',
      code: 404,
      errorCode: 'NOT_FOUND',
      message: 'The firm has withdrawn this.',
    };
    serve({ '': [gone] });
    const { link } = aLink();
    await link.load();
    expect(link.state.getState()).toEqual(withdrawn);

    serve({ '': [[200, LANDING], gone], '/unlock': [visitOf('v1')], '/items': [gone] });
    await link.load();
    expect(link.state.getState()).toMatchObject({ at: 'open' });
    await expect(link.call('list')).rejects.toThrow(Messages.notFound);
    expect(link.state.getState()).toEqual(withdrawn);
  });
});

describe('SAFE-06 a link during an outage', () => {
  const AWAY: Answer = [503, null, Messages.vaultUnavailable];

  test('the link opens automatically when the vault is back', async () => {
    vi.useFakeTimers();
    const asked = serve({ '': [AWAY, AWAY, AWAY, [200, LANDING]], '/unlock': [visitOf('v1')] });
    const { link } = aLink();
    const loaded = link.load();
    await vi.advanceTimersByTimeAsync(0);
    expect([link.state.getState().at, link.availability.get()]).toEqual(['loading', 'unavailable']);
    await vi.advanceTimersByTimeAsync(30_000);
    await loaded;
    expect([link.state.getState().at, link.availability.get()]).toEqual(['open', 'available']);
    expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(1);
  });

  test('without a connection the link waits too, and the state is unreachable, not unavailable', async () => {
    vi.useFakeTimers();
    const answers: Partial<Record<string, Answer[]>> = {};
    serve(answers);
    const { link } = aLink();
    const loaded = link.load();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([link.state.getState().at, link.availability.get()]).toEqual(['loading', 'unreachable']);
    Object.assign(answers, { '': [[200, LANDING]], '/unlock': [visitOf('v1')] });
    await vi.advanceTimersByTimeAsync(6_000);
    await loaded;
    expect(link.state.getState().at).toBe('open');
  });

  test('in an outage unlocking throws the message, and the link stays locked', async () => {
    serve({ '': [[200, { ...LANDING, needPassword: true }]], '/unlock': [AWAY, visitOf('v1')] });
    const { link } = aLink();
    await link.load();
    await expect(link.unlock({ password: 'x' })).rejects.toThrow(Messages.vaultUnavailable);
    expect(link.state.getState().at).toBe('locked');
    await link.unlock({ password: 'x' });
    expect(link.state.getState().at).toBe('open');
    expect(link.availability.get()).toBe('available');
  });

  test('a call that stays unavailable fails with its message after three attempts', async () => {
    vi.useFakeTimers();
    const asked = serve({ '': [[200, LANDING]], '/unlock': [visitOf('v1')], '/items': [AWAY] });
    const { link } = aLink();
    await link.load();
    const { signal } = new AbortController();
    const list = link.retryAfterOutage(() => link.call('list', { signal }), { signal });
    list.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(list).rejects.toThrow(Messages.vaultUnavailable);
    expect(asked.filter((line) => line.includes('/items'))).toHaveLength(3);
  });

  test('for the error page of a gateway the message says that the vault is not available', async () => {
    serve({ '': [[200, LANDING]], '/unlock': [visitOf('v1')] });
    const { link } = aLink();
    await link.load();
    vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(link.call('list')).rejects.toMatchObject({ code: 502, message: Messages.vaultUnavailable });
  });
});

describe('a visit that has ended (P1)', () => {
  test('a link without a password starts one new visit for all waiting calls', async () => {
    const asked = serve({
      '': [[200, LANDING]],
      '/unlock': [visitOf('v1'), visitOf('v2')],
      '/items': [
        [401, null, 'Please sign in again.'],
        [401, null, 'Please sign in again.'],
        [200, { content: [] }],
      ],
    });
    const { link } = aLink();
    await link.load();
    await expect(Promise.all([link.call('list'), link.call('list')])).resolves.toHaveLength(2);
    expect(asked.filter((line) => line.startsWith('POST /unlock'))).toHaveLength(2);
    expect(asked.slice(-2)).toEqual(['GET /items Bearer v2', 'GET /items Bearer v2']);
  });

  test('a link with a password must be unlocked again, and calls fail until then', async () => {
    const landing = { ...LANDING, needPassword: true };
    const asked = serve({
      '': [[200, landing]],
      '/unlock': [visitOf('v1'), visitOf('v2')],
      '/items': [
        [401, null, 'Please sign in again.'],
        [200, { content: [] }],
      ],
    });
    const { link, visits } = aLink();
    await link.load();
    await link.unlock({ password: 'x' });
    await expect(link.call('list')).rejects.toThrow('Your visit has ended.');
    expect(link.state.getState()).toEqual({ at: 'open', landing, isEnded: true });
    expect(visits.kept).toBeNull();
    const before = asked.length;
    await expect(link.call('list')).rejects.toThrow('Your visit has ended.');
    expect(asked).toHaveLength(before);
    await link.unlock({ password: 'x' });
    await expect(link.call('list')).resolves.toEqual({ content: [] });
  });

  test('USE-03 unlocking names the previous visit, also after a wrong password and a reload', async () => {
    const asked = serve({
      '': [[200, { ...LANDING, needPassword: true }]],
      '/unlock': [[403, null, Messages.wrongPassword], visitOf('v2'), visitOf('v3')],
      '/items': [[401, null, Messages.signInAgain]],
    });
    const { link, visits } = aLink();
    visits.earlierVisits.formerToken = 'v1';
    await link.load();
    await expect(link.unlock({ password: 'wrong' })).rejects.toThrow(Messages.wrongPassword);
    await link.unlock({ password: 'x' });
    await expect(link.call('list')).rejects.toThrow('Your visit has ended.');
    await link.unlock({ password: 'x' });
    expect(asked.filter((line) => line.includes('/unlock'))).toEqual([
      'POST /unlock - after v1',
      'POST /unlock - after v1',
      'POST /unlock - after v2',
    ]);
  });
});

test('a stored visit is read until it expires; invalid stored data is ignored', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  let now = 0;
  const visits = visitsIn({ tab: storage, device: storage }, () => now);
  visits.write('a', { visitorToken: 'v', until: 10 });
  expect([visits.read('a'), visits.read('b')]).toEqual([{ visitorToken: 'v', until: 10 }, null]);
  now = 10;
  expect([visits.read('a'), visits.earlier('a'), visits.earlier('b')]).toEqual([
    null,
    { formerToken: 'v' },
    {},
  ]);
  // This visit ends before its expiry.
  visits.write('a', { visitorToken: 'w', until: 20 });
  expect(visits.read('a')).not.toBeNull();
  visits.write('a', null);
  expect([visits.read('a'), visits.earlier('a')]).toEqual([null, { formerToken: 'w' }]);
  kept.set('vault.visit.a', '{"visitorToken":1}');
  expect(visits.read('a')).toBeNull();
  kept.set('vault.visit.a', 'no JSON');
  expect(visits.read('a')).toBeNull();
});

test('USE-15 the continuation of a visit is stored on the device, not in the tab', () => {
  const kept = new Map<string, string>();
  const tab = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  const device = { ...tab, getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) };
  visitsIn({ tab, device }, () => 0).keepContinuation('a', 'c');
  const later = visitsIn({ tab, device }, () => 0);
  expect([later.earlier('a'), later.earlier('b')]).toEqual([{ continues: 'c' }, {}]);
});
