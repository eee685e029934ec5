import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The network between browser and vault, for the faults that a browser cannot play: it can be slow, and cut. */
export interface Cable {
  /** where the vault is reached through it */
  url: string;
  /** breaks every connection and refuses new ones, as a pulled plug does */
  cut(): void;
  /** is whole again, as quick as before */
  plug(): void;
  /** is whole again, and quick */
  mend(): void;
  stop(): Promise<void>;
}

/** @param bytesPerSecond how much it carries in either direction, for each connection */
export async function layCable(vaultUrl: string, bytesPerSecond: number): Promise<Cable> {
  const { hostname, port } = new URL(vaultUrl);
  const sockets = new Set<Socket>();
  let isCut = false;

  let rate = bytesPerSecond;

  const carry = async (from: Socket, to: Socket) => {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      if (!to.write(chunk)) await once(to, 'drain');
      if (Number.isFinite(rate)) await pause((1000 * chunk.length) / rate);
    }
    to.end();
  };
  const server = createServer((browser) => {
    if (isCut) return browser.destroy();
    const vault = connect(Number(port), hostname);
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
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    plug: () => {
      isCut = false;
    },
    mend: () => {
      isCut = false;
      rate = Number.POSITIVE_INFINITY;
    },
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
