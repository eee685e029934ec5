import { sendDatagrams } from './datagrams.ts';
import { sendStream } from './stream.ts';
import type { SyslogOptions, SyslogTarget } from './target.ts';

/** The largest UDP payload over IPv4. */
export const MAX_DATAGRAM = 65_507;

/**
 * Sends messages of RFC 5424 in order. TCP and TLS: returns when the receiver has read all of them and closed the
 * connection. UDP: returns when they are sent and no error came back.
 * @param texts in ASCII; for UDP at most `MAX_DATAGRAM` characters
 * @throws when the receiver does not have all of them, as far as the transport shows it
 */
export async function sendSyslog(
  target: SyslogTarget,
  texts: readonly string[],
  options: SyslogOptions,
): Promise<void> {
  if (target.transport === 'udp') await sendDatagrams(target, texts, options);
  else await sendStream(target, texts, options);
}
