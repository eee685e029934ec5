import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of several servers, which hands connections to them in turn. */
export interface Balancer {
  /** such as 'http://127.0.0.1:40123', the PUBLIC_URL of the servers */
  origin: string;
  /** Hands new connections only to these servers. @param origins such as 'http://127.0.0.1:40124' */
  route(origins: readonly string[]): void;
  close(): Promise<void>;
}

/** Starts a proxy without servers. A server that refuses the connection is passed over, as proxies do. */
export async function startBalancer(): Promise<Balancer> {
  const open = new Set<Socket>();
  let ports: number[] = [];
  let turn = 0;
  const server = createServer({ pauseOnConnect: true }, (client) => void serve(client));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function serve(client: Socket): Promise<void> {
    const target = await firstOpen(next());
    if (target === null) return void client.destroy();
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(from);
      from.once('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.on('error', () => to.destroy());
      from.pipe(to);
    }
  }

  function next(): number[] {
    turn += 1;
    return ports.map((_, n) => ports[(n + turn) % ports.length] ?? 0);
  }

  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    route: (origins) => {
      ports = origins.map((origin) => Number(new URL(origin).port));
    },
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** @returns a connection to the first port that accepts it; null when none does */
async function firstOpen(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const socket = connect(port, '127.0.0.1');
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next server is tried only after this one has refused
      await once(socket, 'connect');
      return socket;
    } catch {
      socket.destroy();
    }
  }
  return null;
}
