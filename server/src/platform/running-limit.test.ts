import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startInactivityLimit, startRunningLimit, startSilenceLimit } from './running-limit.ts';

const LIMIT_MS = 40;

/** Blocks this process, as SIGSTOP does. */
const freeze = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('a limit ends after its time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const startedAt = performance.now();
  startRunningLimit(LIMIT_MS, resolve);
  await promise;
  expect(performance.now() - startedAt).toBeGreaterThan(LIMIT_MS * 0.9);
});

it('NODES-04 the time in which the process is frozen does not count', async () => {
  const onEnd = vi.fn<() => void>();
  const end = startRunningLimit(LIMIT_MS, onEnd);
  freeze(2 * LIMIT_MS);
  // Timers whose time is over run first.
  await sleep(1);
  end();
  expect(onEnd).not.toHaveBeenCalled();
});

it('a limit of inactivity begins again with each activity', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let activities = 3;
  let checks = 0;
  startInactivityLimit(LIMIT_MS, resolve, () => {
    checks += 1;
    activities -= 1;
    return activities >= 0;
  });
  await promise;
  // after three checks with activity, as many as without any
  expect(checks).toBe(3 + 4);
});

describe('the limit of a silence', () => {
  let server: Server;
  let socket: Socket;
  let other: Socket;
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    [other] = (await once(server, 'connection')) as [Socket];
  });
  afterEach(() => {
    socket.destroy();
    other.destroy();
    server.close();
  });

  it('ends when no byte passes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    startSilenceLimit(socket, LIMIT_MS, resolve);
    await promise;
  });

  it('begins again with each received or sent byte', async () => {
    const { promise: endedAt, resolve } = Promise.withResolvers<number>();
    startSilenceLimit(socket, LIMIT_MS, () => resolve(performance.now()));
    for (let turn = 0; turn < 5; turn += 1) {
      other.write('received');
      await once(socket, 'data');
      freeze(LIMIT_MS / 2);
      socket.write('sent');
      await once(other.resume(), 'data');
      freeze(LIMIT_MS / 2);
    }
    const lastByteAt = performance.now();
    expect(await endedAt).toBeGreaterThan(lastByteAt);
  });
});
