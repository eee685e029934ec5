import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The network between browser and vault, for the faults that a browser cannot play: it can be slow, and cut. */
export interface ThrottledProxy {
  /** where the vault is reached through it */
  url: string;
  /**
   * Lets so many bytes more through to the vault; the connection that brings the last of them then stands still until
   * the network is plugged or mended. Others go on.
   * @returns resolves when it stands still
   */
  stallAfter(bytes: number): Promise<void>;
  /** breaks every connection and refuses new ones, as a pulled plug does */
  cut(): void;
  /** is whole again, as quick as before */
  plug(): void;
  /** is whole again, and quick */
  mend(): void;
  stop(): Promise<void>;
}

/** @param bytesPerSecond how much it carries in either direction, for each connection */
export async function startThrottledProxy(vaultUrl: string, bytesPerSecond: number): Promise<ThrottledProxy> {
  const { hostname, port } = new URL(vaultUrl);
  const sockets = new Set<Socket>();
  /** those of them that lead to the vault */
  const vaults = new WeakSet<Socket>();
  let isCut = false;
  let rate = bytesPerSecond;
  /** in bytes */
  let untilStall = Number.POSITIVE_INFINITY;
  let stalled = Promise.withResolvers<void>();
  let released = Promise.withResolvers<void>();

  /** @returns at once, unless this connection brings the last bytes that were to come through */
  const standStill = async (bytes: number) => {
    untilStall -= bytes;
    if (untilStall > 0) return;
    untilStall = Number.POSITIVE_INFINITY;
    stalled.resolve();
    await released.promise;
  };
  const carry = async (from: Socket, to: Socket) => {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      if (!to.write(chunk)) await once(to, 'drain');
      if (vaults.has(to)) await standStill(chunk.length);
      if (Number.isFinite(rate)) await pause((1000 * chunk.length) / rate);
    }
    to.end();
  };
  const server = createServer((browser) => {
    if (isCut) return browser.destroy();
    const vault = connect(Number(port), hostname);
    vaults.add(vault);
    const end = () => {
      for (const socket of [browser, vault]) {
        socket.destroy();
        sockets.delete(socket);
      }
    };
    for (const socket of [browser, vault]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    return void Promise.all([carry(browser, vault), carry(vault, browser)]).catch(end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const plug = () => {
    isCut = false;
    released.resolve();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stallAfter: (bytes) => {
      untilStall = bytes;
      stalled = Promise.withResolvers();
      released = Promise.withResolvers();
      return stalled.promise;
    },
    cut,
    plug,
    mend: () => {
      plug();
      rate = Number.POSITIVE_INFINITY;
    },
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
