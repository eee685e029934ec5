import { afterEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();

/** Loads the module again, as a new page does. */
async function freshPage() {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  return import('./token.ts');
}

afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

test("AUTH-03 the vault's own page keeps the token over a reload until it is removed", async () => {
  (await freshPage()).setToken('mine');
  const { authHeader, getToken, setToken } = await freshPage();
  expect(getToken()).toBe('mine');
  expect(authHeader()).toEqual({ Authorization: 'Bearer mine' });
  setToken(null);
  expect(authHeader()).toEqual({});
  expect((await freshPage()).getToken()).toBeNull();
});

test("SHELL-12 a portal's token is in memory only; the storage of the page is not used", async () => {
  stored.set('vault.token', 'of another vault');
  const { getToken, keepTokenInMemory, setToken } = await freshPage();
  keepTokenInMemory();
  expect(getToken()).toBeNull();
  setToken("the portal's");
  expect(getToken()).toBe("the portal's");
  setToken(null);
  expect([...stored]).toEqual([['vault.token', 'of another vault']]);
});

test('a vault that is opened after another vault does not have the token of that vault', async () => {
  const { authHeader, keepTokenInMemory, setToken } = await freshPage();
  keepTokenInMemory();
  setToken('of the first');
  keepTokenInMemory();
  expect(authHeader()).toEqual({});
});

test('a listener is called once per change, and not after it has unsubscribed', async () => {
  const { keepTokenInMemory, onTokenChange, setToken } = await freshPage();
  keepTokenInMemory();
  const heard = vi.fn<() => void>();
  const stop = onTokenChange(heard);
  setToken('one');
  setToken('one');
  setToken('two');
  setToken(null);
  stop();
  setToken('three');
  expect(heard).toHaveBeenCalledTimes(3);
});
