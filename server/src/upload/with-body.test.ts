import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { Errors, withRawBodies } from '../http/index.ts';
import { DependencyUnavailable } from '../platform/unavailable.ts';
import { createTestHttp } from '../testing/http.ts';
import { endWithAccess } from './with-body.ts';

/** A server whose call waits for the rest of a body, and a client that has sent half of it. */
async function sendHalf(mustContinue: () => Promise<void>) {
  const app = await createTestHttp();
  const ended = vi.fn<(wasComplete: boolean) => void>();
  withRawBodies(app, (scope) => {
    scope.post('/raw', async ({ raw }) => {
      endWithAccess(raw, mustContinue, 1);
      await once(raw.resume(), 'close').catch(() => {});
      ended(raw.complete);
      return null;
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('POST /raw HTTP/1.1\r\nhost: vault\r\ncontent-length: 8\r\n\r\nhalf');
  return { socket, ended, close: () => app.close() };
}

it('GUARD-30 a body is cut when the access of its call ends while it arrives', async () => {
  const mustContinue = vi.fn<() => Promise<void>>().mockResolvedValueOnce();
  mustContinue.mockRejectedValue(Errors.uploadAddressInvalid());
  const { socket, ended, close } = await sendHalf(mustContinue);
  await once(socket, 'close');
  expect(ended.mock.calls).toEqual([[false]]);
  expect(mustContinue.mock.calls.length).toBeGreaterThan(1);
  await close();
});

it('GUARD-30 a check that fails in an outage does not cut the body', async () => {
  const mustContinue = vi.fn<() => Promise<void>>();
  mustContinue.mockRejectedValue(new DependencyUnavailable('database', 'away'));
  const { socket, ended, close } = await sendHalf(mustContinue);
  await expect.poll(() => mustContinue.mock.calls.length).toBeGreaterThan(1);
  socket.write('rest');
  await expect.poll(() => ended.mock.calls).toEqual([[true]]);
  socket.destroy();
  await close();
});
