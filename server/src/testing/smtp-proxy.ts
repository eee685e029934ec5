import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The replies of a mail server to one mail, in their order. `message` is the reply to the final dot of DATA. */
export type SmtpReply = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message';

/** The replacement of a reply: the connection is closed, no more bytes arrive, or another line arrives. */
export type SmtpFault = 'hang up' | 'silence' | { say: string };

/** A proxy between the vault and a real SMTP server that can drop replies. */
export interface SmtpProxy {
  /** a value for SMTP_URL */
  url: string;
  /**
   * Replaces the server's reply by the fault. The server has already done its work.
   * @param times the number of replies; all by default
   */
  breakAt(reply: SmtpReply, fault: SmtpFault, times?: number): void;
  /** Passes all replies again. */
  repair(): void;
  close(): Promise<void>;
}

/** @param smtpUrl of a server without login */
export async function startSmtpProxy(smtpUrl: string): Promise<SmtpProxy> {
  const { hostname, port } = new URL(smtpUrl);
  const sockets = new Set<Socket>();
  let broken: { reply: SmtpReply; fault: SmtpFault; times: number } | null = null;
  const faultFor = (reply: SmtpReply): SmtpFault | null => {
    if (broken?.reply !== reply || broken.times === 0) return null;
    broken.times -= 1;
    return broken.fault;
  };

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const end = () => {
      client.destroy();
      upstream.destroy();
      sockets.delete(client);
    };
    sockets.add(client);
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.pipe(upstream);
    const replies = new Replies();
    let isSilent = false;
    upstream.on('data', (chunk: Buffer) => {
      for (const { reply, lines } of replies.read(chunk.toString('latin1'))) {
        if (isSilent) return;
        const fault = faultFor(reply);
        if (fault === null) client.write(lines, 'latin1');
        else if (fault === 'hang up') return end();
        else if (fault === 'silence') isSilent = true;
        else client.write(`${fault.say}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakAt(reply, fault, times = Number.POSITIVE_INFINITY) {
      broken = { reply, fault, times };
    },
    repair() {
      broken = null;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

/** Splits the server's output into replies and names each by its command. */
class Replies {
  #rest = '';
  #lines = '';
  #last: SmtpReply | null = null;

  read(text: string): { reply: SmtpReply; lines: string }[] {
    const complete: { reply: SmtpReply; lines: string }[] = [];
    this.#rest += text;
    for (let end = this.#rest.indexOf('\n'); end >= 0; end = this.#rest.indexOf('\n')) {
      const line = this.#rest.slice(0, end + 1);
      this.#rest = this.#rest.slice(end + 1);
      this.#lines += line;
      // '250-…': more lines of this reply follow (RFC 5321, 4.2.1).
      if (/^\d{3}-/.test(line)) continue;
      this.#last = this.#next(line);
      complete.push({ reply: this.#last, lines: this.#lines });
      this.#lines = '';
    }
    return complete;
  }

  #next(line: string): SmtpReply {
    if (line.startsWith('354')) return 'DATA';
    switch (this.#last) {
      case null:
        return 'greeting';
      case 'greeting':
        return 'EHLO';
      case 'EHLO':
      case 'message':
        return 'MAIL';
      case 'DATA':
        return 'message';
      default:
        return 'RCPT';
    }
  }
}
