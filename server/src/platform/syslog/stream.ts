import { connect } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { SyslogOptions, SyslogTarget } from './target.ts';

/** The time limit for the connection and all messages. */
const LIMIT_MS = 20_000;

/**
 * Sends texts with their lengths in front (octet counting, RFC 6587 3.4.1; RFC 5425 for TLS), ends its side of the
 * connection and waits until the receiver ends the other one. Syslog has no replies: a receiver closes when it has read
 * to the end, and the connection is reset when it has not.
 * @throws when the connection fails, or the receiver closes it early or not in time
 */
export async function sendStream(
  { transport, host, port }: SyslogTarget,
  texts: readonly string[],
  { signal, ca }: SyslogOptions,
): Promise<void> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const socket = transport === 'tls' ? connectTls({ host, port, ca }) : connect({ host, port });
  addAbortSignal(AbortSignal.any([signal, limit]), socket);
  try {
    await new Promise<void>((resolve, reject) => {
      let isSent = false;
      socket.once('error', reject);
      socket.once('end', () => {
        if (!isSent) socket.destroy(new Error('the receiver closed the connection early'));
      });
      socket.once('close', () =>
        isSent && socket.readableEnded ? resolve() : reject(new Error('the connection was closed early')),
      );
      socket.resume();
      socket.end(texts.map((text) => `${text.length} ${text}`).join(''), 'latin1', () => {
        isSent = true;
      });
    });
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new Error(`the receiver did not read to the end and close within ${LIMIT_MS} ms`, { cause: error });
  }
}
