import { contract, Messages } from '@vault/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withResolvers } from '../kit/with-resolvers.ts';
import { availability } from './availability.ts';
import { ApiError, call, callForFile, failureText, fetchSigned, readEnvelope } from './client.ts';
import { sessionGate } from './session-gate.ts';
import { getToken, onTokenChange, setToken } from './token.ts';

// Uses the real client; fakes the browser's fetch, its session store and the page with its configuration.
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
});
afterEach(() => {
  availability.reset();
  sessionGate.abandon();
  vi.unstubAllGlobals();
  fetched.mockReset();
  store.clear();
});

const answer = (envelope: unknown, status = 200) =>
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(envelope), { status }));
const failure = (code: number, errorMessage: string | null) => ({ code, data: null, errorMessage });
const me = () => call(contract.session.me, {}, { whenEnded: 'fail' });

test('API-01 a call sends the token and returns the data of its envelope', async () => {
  setToken('token-1');
  answer({ code: 200, data: [{ sfid: 'usrAda000000000001', name: 'Ada' }], errorMessage: null });
  expect(await call(contract.session.records, {})).toEqual([{ sfid: 'usrAda000000000001', name: 'Ada' }]);
  const [address, init] = fetched.mock.calls[0]!;
  expect(address).toBe('/api/v1/records');
  expect(init.headers).toEqual({ Authorization: 'Bearer token-1' });
});

test('T-55 names in a query are percent-encoded', async () => {
  answer({ code: 200, data: {}, errorMessage: null });
  await call(contract.organise.createFolder, {
    params: { recordId: 'recA' },
    query: { name: '50% & more #1+', path: 'A/B' },
  });
  const address = new URL(fetched.mock.calls[0]![0], 'http://vault.test');
  expect(address.searchParams.get('name')).toBe('50% & more #1+');
});

test('T-46 HTTP status 200 with an envelope code other than 200 is a failure', async () => {
  answer(failure(404, 'File or folder does not exist.'), 200);
  await expect(me()).rejects.toMatchObject({ code: 404, message: 'File or folder does not exist.' });
});

test('T-46 the message of an HTTP failure is read from its body', async () => {
  answer({ ...failure(409, 'The folder has already existed.'), errorCode: 'NAME_EXISTS' }, 409);
  await expect(me()).rejects.toMatchObject({
    code: 409,
    errorCode: 'NAME_EXISTS',
    message: 'The folder has already existed.',
  });
});

test("MSG-46 a failure without a message has the text 'Request Failed'", async () => {
  answer(failure(500, null), 500);
  await expect(me()).rejects.toMatchObject({ code: 500, message: 'Request Failed' });
  answer(failure(400, ''), 400);
  await expect(me()).rejects.toThrow(Messages.requestFailed);
});

test('a reply without an envelope and a missing reply are failures', async () => {
  fetched.mockResolvedValueOnce(new Response('<html>Not here</html>', { status: 404 }));
  await expect(me()).rejects.toMatchObject({ code: 404, message: 'Request Failed', outage: null });
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(me()).rejects.toMatchObject({
    code: 0,
    message: Messages.noConnection,
    outage: 'unreachable',
  });
});

test('USE-11 offline, timeout, refusal, failure and outage each have a different text', async () => {
  const textOf = async () => failureText(await me().catch((error: unknown) => error));
  vi.stubGlobal('navigator', { onLine: false });
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await textOf()).toBe(Messages.offline);
  vi.stubGlobal('navigator', { onLine: true });
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await textOf()).toBe(Messages.noConnection);
  const replies: [number, string | null, string][] = [
    [504, null, Messages.timedOut],
    [408, null, Messages.timedOut],
    [403, Messages.noAccess, Messages.noAccess],
    [500, null, Messages.unexpectedFailure],
    [500, 'A text of the server.', 'A text of the server.'],
    [503, null, Messages.vaultUnavailable],
    [503, Messages.vaultUnavailable, Messages.vaultUnavailable],
  ];
  for (const [code, message, text] of replies) {
    answer(failure(code, message), code);
    // oxlint-disable-next-line no-await-in-loop -- each call needs its reply before the next call
    expect(await textOf(), `${code}`).toBe(text);
  }
  expect(failureText(new TypeError('x is undefined'))).toBe(Messages.unexpectedFailure);
});

test('SAFE-25 the HTML page of a gateway is shown as an unavailable vault', async () => {
  for (const status of [502, 503]) {
    fetched.mockResolvedValueOnce(new Response('<html>Bad gateway</html>', { status }));
    await expect(me()).rejects.toMatchObject({ code: status, message: Messages.vaultUnavailable });
  }
});

test('SAFE-06 a 503 starts an outage, the first success ends it, and the session stays', async () => {
  setToken('mine');
  answer(failure(503, Messages.vaultUnavailable), 503);
  await expect(me()).rejects.toMatchObject({ outage: 'unavailable', message: Messages.vaultUnavailable });
  expect(availability.get()).toBe('unavailable');
  expect(getToken()).toBe('mine');
  answer({ code: 200, data: null, errorMessage: null });
  await me();
  expect(availability.get()).toBe('available');
});

test('SAFE-06 a call that receives a file ends an outage', async () => {
  answer(failure(503, null), 503);
  await expect(me()).rejects.toBeInstanceOf(ApiError);
  fetched.mockResolvedValueOnce(new Response('bytes', { headers: { 'content-type': 'text/plain' } }));
  await callForFile(contract.preview.office, { params: { externalId: 'x' }, query: { versionId: 'y' } });
  expect(availability.get()).toBe('available');
});

test.each([500, 507, 404, 429])('SAFE-06 a reply with %i starts no outage', async (status) => {
  answer(failure(status, 'a text'), status);
  await expect(me()).rejects.toMatchObject({ code: status, message: 'a text', outage: null });
  expect(availability.get()).toBe('available');
});

test('SAFE-06 a lost reply starts an outage only when the probe fails too', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetched.mockResolvedValueOnce(new Response('{}'));
  await expect(me()).rejects.toBeInstanceOf(ApiError);
  await expect.poll(() => fetched.mock.calls.length).toBe(2);
  expect(availability.get()).toBe('available');
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(me()).rejects.toBeInstanceOf(ApiError);
  await expect.poll(() => availability.get()).toBe('unreachable');
});

test('SAFE-06 a failed event stream starts no outage when the probe succeeds', async () => {
  answer(failure(503, null), 503);
  fetched.mockResolvedValueOnce(new Response('{}'));
  const stream = callForFile(contract.events.stream, {
    params: { recordId: 'recA' },
    query: { missedMs: 0 },
  });
  await expect(stream).rejects.toMatchObject({ outage: 'unavailable' });
  await expect.poll(() => fetched.mock.calls.length).toBe(2);
  expect(availability.get()).toBe('available');
});

test('SAFE-25 a failed read of a signed address has the message of the envelope', async () => {
  answer(failure(500, Messages.fileDamaged), 500);
  const read = () => fetchSigned('https://vault.test/bytes', { signal: new AbortController().signal });
  await expect(read()).rejects.toMatchObject({ message: Messages.fileDamaged, outage: null });
});

test('a connection lost during a reply counts as no reply', async () => {
  const cut = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
  await expect(readEnvelope(new Response(cut))).rejects.toMatchObject({ code: 0, outage: 'unreachable' });
});

const ended = () => answer(failure(401, 'Please sign in again.'), 401);
const records = (signal?: AbortSignal) => call(contract.session.records, {}, signal && { signal });
const NO_RECORDS = { code: 200, data: [], errorMessage: null };
const sentTokens = () =>
  fetched.mock.calls.map(([, { headers }]) => (headers as Record<string, string>)['Authorization']);

test('AUTH-03 two replies with 401 end the session only one time', async () => {
  setToken('old');
  const changed = vi.fn<() => void>();
  const stop = onTokenChange(changed);
  ended();
  ended();
  await Promise.allSettled([me(), me()]);
  stop();
  expect(getToken()).toBeNull();
  expect(sessionGate.isClosed()).toBe(true);
  expect(changed).toHaveBeenCalledOnce();
});

test('USE-03 calls wait after a 401 and are sent with the token of the next sign-in', async () => {
  setToken('old');
  ended();
  const refused = records();
  await vi.waitFor(() => expect(sessionGate.isClosed()).toBe(true));
  const later = records();
  setToken('next');
  expect(fetched).toHaveBeenCalledTimes(1);
  answer(NO_RECORDS);
  answer(NO_RECORDS);
  sessionGate.open();
  expect(await Promise.all([refused, later])).toEqual([[], []]);
  expect(sentTokens()).toEqual(['Bearer old', 'Bearer next', 'Bearer next']);
});

test('USE-03 waiting calls fail when the session is abandoned or their signal is aborted', async () => {
  setToken('old');
  ended();
  const refused = records();
  await vi.waitFor(() => expect(sessionGate.isClosed()).toBe(true));
  const ending = new AbortController();
  const given = records(ending.signal);
  ending.abort(new Error('no longer wanted'));
  await expect(given).rejects.toThrow('no longer wanted');
  sessionGate.abandon();
  await expect(refused).rejects.toMatchObject({ code: 401 });
  expect(fetched).toHaveBeenCalledOnce();
});

test('USE-03 a late 401 for the previous token repeats the call and does not end the session', async () => {
  setToken('old');
  const reply = withResolvers<Response>();
  fetched.mockReturnValueOnce(reply.promise);
  const late = records();
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  setToken('new');
  answer(NO_RECORDS);
  reply.resolve(new Response(JSON.stringify(failure(401, 'Please sign in again.')), { status: 401 }));
  expect(await late).toEqual([]);
  expect(getToken()).toBe('new');
  expect(sessionGate.isClosed()).toBe(false);
});

test('USE-03 without a session a 401 only fails the call', async () => {
  ended();
  await expect(records()).rejects.toMatchObject({ code: 401 });
  expect(sessionGate.isClosed()).toBe(false);
});

test('AUTH-02 wrong credentials are a failure for the form and do not end a session', async () => {
  setToken('mine');
  answer(failure(401, 'Incorrect e-mail or password.'), 401);
  const attempt = call(contract.session.signIn, { body: { email: 'a@example.test', password: 'x' } });
  await expect(attempt).rejects.toThrow('Incorrect e-mail or password.');
  expect(getToken()).toBe('mine');
  expect(fetched.mock.calls[0]![1].headers).not.toHaveProperty('Authorization');
});

test('an aborted call throws an AbortError, not a failed request', async () => {
  const abort = new AbortController();
  fetched.mockImplementationOnce(async (_, init) => {
    abort.abort();
    throw init.signal?.reason as Error;
  });
  const aborted = call(contract.session.me, {}, { signal: abort.signal });
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
});

test('an empty body is a failure', async () => {
  expect(await readEnvelope(new Response(null, { status: 200 }))).toMatchObject({ code: 0 });
});
