import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** @returns different TCP ports of 127.0.0.1 that no program uses at the moment, for programs that cannot choose one */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** @returns one port, as `freePorts` */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}
