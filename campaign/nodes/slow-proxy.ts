import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP proxy that can delay what it passes on, as a slow network or a busy server does. */
export interface SlowProxy {
  /** a port of 127.0.0.1 */
  port: number;
  /** From now on each piece of data waits for so long, in milliseconds; null: no wait. */
  delayBy(delayMs: (() => number) | null): void;
  close(): Promise<void>;
}

/** @param upstream the address of the server behind it */
export async function startSlowProxy(upstream: NetConnectOpts): Promise<SlowProxy> {
  let delayMs: (() => number) | null = null;
  const open = new Set<Socket>();
  const slowly = () =>
    new Transform({
      transform: (piece, _, done) => {
        if (delayMs === null) done(null, piece);
        else void sleep(delayMs()).then(() => done(null, piece));
      },
    });
  const server = createServer((client) => {
    const target = connect(upstream);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(from);
      from.once('close', () => open.delete(from));
      pipeline(from, slowly(), to, () => to.destroy());
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    delayBy: (delay) => {
      delayMs = delay;
    },
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}
