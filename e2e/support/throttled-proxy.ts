import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A TCP proxy between browser and vault, for faults that a browser cannot simulate: low bandwidth, interruptions. */
export interface ThrottledProxy {
  /** address of the vault through the proxy */
  url: string;
  /**
   * Forwards this many more bytes to the vault; the connection that sends the last of them then stalls until
   * `reconnect` or `removeLimit`. Other connections continue.
   * @returns resolves when the connection stalls
   */
  stallAfter(bytes: number): Promise<void>;
  /** closes every connection and refuses new ones, as an unplugged network does */
  disconnect(): void;
  /** accepts connections again, with the same bandwidth */
  reconnect(): void;
  /** accepts connections again, without a bandwidth limit */
  removeLimit(): void;
  stop(): Promise<void>;
}

/** @param bytesPerSecond bandwidth of each connection in each direction */
export async function startThrottledProxy(vaultUrl: string, bytesPerSecond: number): Promise<ThrottledProxy> {
  const { hostname, port } = new URL(vaultUrl);
  const sockets = new Set<Socket>();
  /** the sockets to the vault */
  const vaults = new WeakSet<Socket>();
  let isDisconnected = false;
  let rate = bytesPerSecond;
  /** the number of bytes until the next stall */
  let untilStall = Number.POSITIVE_INFINITY;
  let stalled = Promise.withResolvers<void>();
  let released = Promise.withResolvers<void>();

  /** Waits for the release if this connection has sent the last bytes before the stall. */
  const waitIfStalled = async (bytes: number) => {
    untilStall -= bytes;
    if (untilStall > 0) return;
    untilStall = Number.POSITIVE_INFINITY;
    stalled.resolve();
    await released.promise;
  };
  const forward = async (from: Socket, to: Socket) => {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      if (!to.write(chunk)) await once(to, 'drain');
      if (vaults.has(to)) await waitIfStalled(chunk.length);
      if (Number.isFinite(rate)) await pause((1000 * chunk.length) / rate);
    }
    to.end();
  };
  const server = createServer((browser) => {
    if (isDisconnected) return browser.destroy();
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
    return void Promise.all([forward(browser, vault), forward(vault, browser)]).catch(end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const disconnect = () => {
    isDisconnected = true;
    for (const socket of sockets) socket.destroy();
  };
  const reconnect = () => {
    isDisconnected = false;
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
    disconnect,
    reconnect,
    removeLimit: () => {
      reconnect();
      rate = Number.POSITIVE_INFINITY;
    },
    stop: async () => {
      disconnect();
      server.close();
      await once(server, 'close');
    },
  };
}
