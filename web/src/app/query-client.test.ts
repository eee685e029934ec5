import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract } from '@vault/contract';
import { ApiError, availability, call, keys } from '../api/index.ts';
import { createQueryClient, followAvailability, retryDelay, shouldRetry } from './query-client.ts';
import { toastTextOf } from './toasts/toast-text.ts';

const LISTENERS = { addEventListener: () => undefined, removeEventListener: () => undefined };

beforeEach(() => {
  vi.stubGlobal('document', { visibilityState: 'visible', querySelector: () => null, ...LISTENERS });
  for (const [name, nothing] of Object.entries(LISTENERS)) vi.stubGlobal(name, nothing);
});
afterEach(() => {
  availability.reset();
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

const outage = () => new ApiError(503, null);

test('only a call that failed in an outage is retried: without limit while it lasts, else twice', () => {
  expect(shouldRetry(0, new ApiError(0, null, { outage: 'unreachable' }))).toBe(true);
  expect(shouldRetry(1, outage())).toBe(true);
  expect(shouldRetry(2, outage())).toBe(false);
  expect(shouldRetry(0, new ApiError(404, 'File or folder does not exist.'))).toBe(false);
  expect(shouldRetry(0, new ApiError(500, 'The stored file is damaged.'))).toBe(false);
  expect(shouldRetry(0, new Error('a mistake of ours'))).toBe(false);
  expect(retryDelay(1)).toBe(2000);
  availability.reportOutage('unavailable');
  expect(shouldRetry(50, outage())).toBe(true);
  expect(retryDelay(1)).toBe(0);
});

describe('SAFE-06 during an outage', () => {
  const follow = (answers: (() => Promise<string>)[], report = vi.fn<(error: unknown) => void>()) => {
    const client = createQueryClient(report);
    client.mount();
    const stop = followAvailability(client);
    const queryFn = vi.fn<() => Promise<string>>(() => answers.shift()?.() ?? Promise.resolve('later'));
    const observer = new QueryObserver(client, { queryKey: ['list'], queryFn });
    const leave = observer.subscribe(() => undefined);
    const end = () => {
      leave();
      stop();
      client.unmount();
      client.clear();
    };
    return { client, queryFn, observer, report, end };
  };
  const fails = () => {
    availability.reportOutage('unavailable');
    return Promise.reject(outage());
  };

  test('the first load of a screen waits without a message, and loads one time after the outage', async () => {
    const { queryFn, observer, report, end } = follow([fails]);
    await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('paused');
    expect(observer.getCurrentResult().status).toBe('pending');
    availability.reset();
    await expect.poll(() => observer.getCurrentResult().data).toBe('later');
    expect(queryFn).toHaveBeenCalledTimes(2);
    expect(report).not.toHaveBeenCalled();
    end();
  });

  test('shown data stays, and no call is sent before the outage ends', async () => {
    const { client, queryFn, observer, report, end } = follow([() => Promise.resolve('rows'), fails]);
    await expect.poll(() => observer.getCurrentResult().data).toBe('rows');
    void client.invalidateQueries({ queryKey: ['list'] });
    await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('paused');
    expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'rows' });
    void observer.refetch();
    expect(queryFn).toHaveBeenCalledTimes(2);
    availability.reset();
    await expect.poll(() => observer.getCurrentResult().data).toBe('later');
    expect(report).not.toHaveBeenCalled();
    end();
  });

  test('a failed change may have happened, so shown data is reloaded after the outage', async () => {
    vi.stubGlobal('sessionStorage', { getItem: () => null });
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
    const client = createQueryClient(() => undefined);
    client.mount();
    const stop = followAvailability(client);
    const queryFn = vi.fn<() => Promise<string>>(async () => 'rows');
    const observer = new QueryObserver(client, { queryKey: keys.list('recA'), queryFn });
    const leave = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().data).toBe('rows');
    const trash = () => call(contract.organise.moveToTrash, { query: { ids: 'a' } });
    await expect(trash()).rejects.toMatchObject({ code: 503 });
    await expect(trash()).rejects.toMatchObject({ code: 503 });
    expect(queryFn).toHaveBeenCalledTimes(1);
    availability.reset();
    await expect.poll(() => queryFn.mock.calls.length).toBe(2);
    leave();
    stop();
    client.unmount();
  });

  test('a query that failed before the outage is loaded one time after it, without a message', async () => {
    vi.useFakeTimers();
    const rejects = () => Promise.reject(outage());
    const { queryFn, observer, report, end } = follow([rejects, rejects, rejects]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(observer.getCurrentResult().status).toBe('error');
    expect(report).toHaveBeenCalledTimes(1);
    availability.reportOutage('unavailable');
    availability.reset();
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'later' });
    expect(queryFn).toHaveBeenCalledTimes(4);
    expect(report).toHaveBeenCalledTimes(1);
    end();
  });
});

test.each([
  [undefined, 1],
  [{ silent: true }, 0],
  [{ silentCodes: ['NOT_FOUND'] }, 0],
  [{ silentCodes: ['NO_ACCESS'] }, 1],
])('MSG-45 a failed query with the meta %o is reported %i times', async (meta, times) => {
  const report = vi.fn<(error: unknown) => void>();
  const client = createQueryClient(report);
  const query = client.query({
    queryKey: ['any'],
    queryFn: () =>
      Promise.reject(new ApiError(404, 'File or folder does not exist.', { errorCode: 'NOT_FOUND' })),
    ...(meta && { meta }),
  });
  await expect(query).rejects.toBeInstanceOf(ApiError);
  expect(report).toHaveBeenCalledTimes(times);
});

test('SHELL-15 a failure shows its message; ended sessions and aborted calls show none', () => {
  expect(toastTextOf(new ApiError(409, 'The folder has already existed.'))).toBe(
    'The folder has already existed.',
  );
  expect(toastTextOf('Saved.')).toBe('Saved.');
  expect(toastTextOf(new Error('x is undefined'))).toBe('Request Failed');
  expect(toastTextOf(new ApiError(401, 'Please sign in again.'))).toBeNull();
  expect(toastTextOf(new DOMException('', 'AbortError'))).toBeNull();
});
