import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { contract, requestOf } from '@vault/contract';
import { RECORDS } from './accounts.ts';
import type { Client } from './client.ts';
import { newUid, prepare } from './upload-pipeline.ts';

/** The server to which a connection is opened. */
interface Listening {
  /** such as 'http://127.0.0.1:40123' */
  origin: string;
}

/** The connections of requests that do not end. */
export interface UnfinishedRequests {
  sockets: Socket[];
  /** the number of requests without a complete reply, without the event stream */
  count: number;
}

/**
 * Begins what clients leave unfinished: uploads of which a part was sent, a download that is not read, an event stream,
 * silent connections, and one that is idle after its request.
 * @param client of the user `everything`
 * @param largeFileId a file that is larger than the buffers of a connection
 */
export async function beginUnfinished(
  server: Listening,
  client: Client,
  { uploads, silent, largeFileId }: { uploads: number; silent: number; largeFileId: string },
): Promise<UnfinishedRequests> {
  const addresses = await Promise.all(
    Array.from({ length: uploads }, (_, n) => prepare(client, newUid(), `unfinished ${n}`)),
  );
  const puts = await Promise.all(addresses.map((address) => beginPut(server, address, 1_000_000)));
  for (const socket of puts) socket.write('half of it');
  const download = await beginDownload(server, client, largeFileId);
  await openEvents(client);
  const silentOnes = await Promise.all(Array.from({ length: silent }, () => openConnection(server)));
  const idle = await openConnection(server, headOf('GET', new URL('/healthz', server.origin), {}));
  await once(idle, 'data');
  return { sockets: [...puts, download, ...silentOnes, idle], count: uploads + 1 };
}

/** Starts a PUT and waits until the server accepts its body. */
export async function beginPut(server: Listening, address: string, length: number): Promise<Socket> {
  const head = headOf('PUT', new URL(address), { 'Content-Length': length, Expect: '100-continue' });
  const socket = await openConnection(server, head);
  await mustReceive(socket, '100 Continue');
  return socket;
}

/** Starts a download that stops reading after the first bytes. */
async function beginDownload(server: Listening, { token }: Client, fileId: string): Promise<Socket> {
  const path = contract.download.version.path.replace(':sfid', fileId);
  const head = headOf('POST', new URL(path, server.origin), { Authorization: `Bearer ${token}` });
  const socket = await openConnection(server, head);
  await mustReceive(socket, '200 OK');
  return socket.pause();
}

async function openEvents(client: Client): Promise<void> {
  const { path } = requestOf(contract.events.stream, { params: { recordId: RECORDS.acme } });
  const response = await client.fetch(path);
  if (response.status !== 200) throw new Error(`The event stream got ${response.status}`);
  await response.body?.getReader().read();
}

/** Opens a connection and writes the head of a request; errors are ignored. */
async function openConnection({ origin }: Listening, head = ''): Promise<Socket> {
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(head);
  return socket;
}

async function mustReceive(socket: Socket, status: string): Promise<void> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  if (!bytes.toString().includes(status)) throw new Error(`Not ${status}: ${bytes.toString()}`);
}

/** The head of an HTTP request. */
const headOf = (method: string, url: URL, headers: Record<string, string | number>) =>
  [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');
