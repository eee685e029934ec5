import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SyslogOptions, SyslogTarget } from './target.ts';

/** The time in which an ICMP error of the last datagram arrives. */
const ERROR_WAIT_MS = 200;

/**
 * Sends each text as a datagram (RFC 5426). A connected socket reports the ICMP error of a host without a receiver.
 * @throws when the name is unknown, or an error came back
 */
export async function sendDatagrams(
  { host, port }: SyslogTarget,
  texts: readonly string[],
  { signal }: SyslogOptions,
): Promise<void> {
  const { address, family } = await lookup(host);
  const socket = createSocket({ type: family === 6 ? 'udp6' : 'udp4', signal });
  const failed = new AbortController();
  socket.on('error', (error) => failed.abort(error));
  try {
    socket.connect(port, address);
    await once(socket, 'connect', { signal });
    for (const text of texts) {
      signal.throwIfAborted();
      failed.signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- in order
      await send(socket, text);
    }
    await sleep(ERROR_WAIT_MS, undefined, { signal: AbortSignal.any([signal, failed.signal]) });
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : error;
  } finally {
    if (!signal.aborted) socket.close();
  }
}

const send = (socket: Socket, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.send(text, (error) => (error === null ? resolve() : reject(error)));
  });
