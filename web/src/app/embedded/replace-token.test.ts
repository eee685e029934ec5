import { contract } from '@vault/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getToken, keepTokenInMemory } from '../../api/index.ts';
import { replaceToken } from './replace-token.ts';

// Uses the real client and token; fakes the browser's fetch and the page.
const LISTENERS = { addEventListener: () => undefined, removeEventListener: () => undefined };
const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => null, visibilityState: 'visible', ...LISTENERS });
  for (const [name, nothing] of Object.entries(LISTENERS)) vi.stubGlobal(name, nothing);
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation(async () => Response.json({ code: 200, data: { windows: 0 } }));
  keepTokenInMemory();
});
afterEach(() => vi.unstubAllGlobals());

test('USE-03 C76 office windows continue when a portal replaces a token that has not ended', async () => {
  const runtime = { queryClient: new QueryClient() };
  for (const token of ['first', 'first', '', 'second', 'third', '']) replaceToken(runtime, token);
  expect(getToken()).toBeNull();
  // A token that the portal replaces by '' is signed out: its office windows are not continued.
  await expect.poll(() => fetched.mock.calls.length).toBe(1);
  const [[address, { headers, body }] = ['', {}]] = fetched.mock.calls;
  expect(address).toBe(contract.session.continueOfficeWindows.path);
  expect(headers).toMatchObject({ Authorization: 'Bearer third' });
  expect(body).toBe(JSON.stringify({ formerToken: 'second' }));
});
