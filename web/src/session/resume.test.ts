import { contract } from '@vault/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionGate, setToken } from '../api/index.ts';
import { resumeSession } from './resume.ts';
import { signOut } from './sign-in.ts';

// Uses the real client and gate; fakes the browser's fetch, its session store and the page.
const store = new Map<string, string>();
const LISTENERS = { addEventListener: () => undefined, removeEventListener: () => undefined };
const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, value: string) => store.set(name, value),
    removeItem: (name: string) => store.delete(name),
  });
  vi.stubGlobal('document', { querySelector: () => null, visibilityState: 'visible', ...LISTENERS });
  for (const [name, nothing] of Object.entries(LISTENERS)) vi.stubGlobal(name, nothing);
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation(async () => Response.json({ code: 200, data: { windows: 1 } }));
});
afterEach(() => {
  sessionGate.abandon();
  vi.unstubAllGlobals();
  fetched.mockReset();
  store.clear();
});

const { path } = contract.session.continueOfficeWindows;
/** Returns the calls of C76: the token and the body of each call. */
const continued = () =>
  fetched.mock.calls
    .filter(([address]) => address === path)
    .map(([, { headers, body }]) => [(headers as Record<string, string>)['Authorization'], body]);

function endSession(): void {
  setToken('old');
  sessionGate.close();
}

test('USE-03 C76 the next sign-in continues the office windows of the former token one time', async () => {
  endSession();
  // The second token is refused immediately, so it has opened no windows.
  setToken('refused');
  sessionGate.close();
  setToken('next');
  resumeSession();
  resumeSession();
  await expect.poll(continued).toEqual([['Bearer next', JSON.stringify({ formerToken: 'old' })]]);
  expect(sessionGate.isClosed()).toBe(false);
});

test.each([404, 429, 500])(
  'USE-03 C76 a failure of the continuation with code %d is silent',
  async (code) => {
    endSession();
    setToken('next');
    fetched.mockResolvedValue(Response.json({ code, data: null, errorMessage: 'x' }, { status: code }));
    resumeSession();
    await expect.poll(() => continued().length).toBe(1);
    expect(sessionGate.isClosed()).toBe(false);
  },
);

test('USE-03 C76 a sign-out removes the former token', async () => {
  endSession();
  setToken('next');
  await signOut();
  expect(store.size).toBe(0);
  setToken('another');
  resumeSession();
  setToken('mine');
  await signOut();
  setToken('after');
  resumeSession();
  expect(continued()).toEqual([]);
});
