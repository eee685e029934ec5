import { expect, test, vi } from 'vitest';
import { ApiError } from '../api/index.ts';
import { createQueryClient, shouldRetry } from './query-client.ts';
import { toastTextOf } from './toast-text.ts';

test('only what may pass is asked again, and not for ever', () => {
  expect(shouldRetry(0, new ApiError(0, null))).toBe(true);
  expect(shouldRetry(1, new ApiError(503, null))).toBe(true);
  expect(shouldRetry(2, new ApiError(503, null))).toBe(false);
  expect(shouldRetry(0, new ApiError(404, 'File or folder does not exist.'))).toBe(false);
  expect(shouldRetry(0, new Error('a mistake of ours'))).toBe(false);
});

test.each([
  [undefined, 1],
  [{ silent: true }, 0],
  [{ silentCodes: [404] }, 0],
  [{ silentCodes: [403] }, 1],
])('MSG-45 a failed query marked %o is told %i times', async (meta, times) => {
  const tell = vi.fn<(error: unknown) => void>();
  const client = createQueryClient(tell);
  const query = client.query({
    queryKey: ['any'],
    queryFn: () => Promise.reject(new ApiError(404, 'File or folder does not exist.')),
    ...(meta && { meta }),
  });
  await expect(query).rejects.toBeInstanceOf(ApiError);
  expect(tell).toHaveBeenCalledTimes(times);
});

test('SHELL-15 the toast of a failure is its message; an ended session and an aborted call have none', () => {
  expect(toastTextOf(new ApiError(409, 'The folder has already existed.'))).toBe(
    'The folder has already existed.',
  );
  expect(toastTextOf('Saved.')).toBe('Saved.');
  expect(toastTextOf(new Error('x is undefined'))).toBe('Request Failed');
  expect(toastTextOf(new ApiError(401, 'Please sign in again.'))).toBeNull();
  expect(toastTextOf(new DOMException('', 'AbortError'))).toBeNull();
});
