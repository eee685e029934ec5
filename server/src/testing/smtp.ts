import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as a mail program shows it. */
export interface ParsedMail {
  /** the recipients of the envelope */
  recipients: string[];
  /** the sender of the envelope */
  sender: string;
  from: { name: string; address: string };
  /** the addresses in the header To */
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** by name in lower case */
  headers: Record<string, string>;
  /** the received bytes */
  raw: string;
}

/** A real SMTP server in the process of the test. */
export interface TestSmtp {
  /** a value for SMTP_URL */
  url: string;
  /** the received mails, the oldest first; a test can empty it */
  mails: ParsedMail[];
  /** Refuses this recipient: 550 permanently, 450 temporarily. 250 accepts it again. */
  refuse(address: string, code?: number): void;
  /** Refuses every mail with this code; null accepts them again. */
  refuseMails(code: number | null): void;
  /** Stops listening, until `restart` on the same port. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface SmtpOptions {
  /** the required login; without it every sender is accepted */
  login?: { user: string; pass: string };
  /** awaited before each mail is accepted: delays a delivery */
  beforeAccepting?: () => Promise<void>;
}

/** Starts it on a free port of this machine. */
export async function startSmtp({ login, beforeAccepting }: SmtpOptions = {}): Promise<TestSmtp> {
  const mails: ParsedMail[] = [];
  const refused = new Map<string, number>();
  let mailCode: number | null = null;

  const options: SMTPServerOptions = {
    authOptional: login === undefined,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disabledCommands: login === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    closeTimeout: 50,
    logger: false,
    onAuth: ({ username, password }, _session, callback) => {
      if (username === login?.user && password === login?.pass) callback(null, { user: username });
      // Like some servers, the test server repeats the credentials in its reply.
      else callback(Object.assign(new Error(`not ${username} with ${password}`), { responseCode: 535 }));
    },
    onRcptTo: ({ address }, _session, callback) => {
      const code = refused.get(address.toLowerCase());
      callback(
        code === undefined ? null : Object.assign(new Error('no such mailbox'), { responseCode: code }),
      );
    },
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const take = async () => {
          await beforeAccepting?.();
          if (mailCode !== null) throw Object.assign(new Error('not this mail'), { responseCode: mailCode });
          const recipients = envelope.rcptTo.map(({ address }) => address);
          const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          mails.push({ ...(await parseMail(Buffer.concat(chunks))), recipients, sender });
        };
        take().then(
          () => callback(null),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        );
      });
    },
  };

  let server: SMTPServer | null = null;
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const next = new SMTPServer(options);
      // Disconnects of clients are not a failure of the server.
      next.on('error', (error) => reject(error));
      const listener = next.listen(port, '127.0.0.1', () => {
        server = next;
        resolve((listener.address() as AddressInfo).port);
      });
    });
  const stop = () =>
    new Promise<void>((resolve) => {
      const last = server;
      server = null;
      if (last === null) resolve();
      else last.close(() => resolve());
    });

  const port = await listen(0);
  const credentials =
    login === undefined ? '' : `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}@`;
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    mails,
    refuse(address, code = 550) {
      if (code < 400) refused.delete(address.toLowerCase());
      else refused.set(address.toLowerCase(), code);
    },
    refuseMails(code) {
      mailCode = code;
    },
    stop,
    restart: async () => {
      await stop();
      await listen(port);
    },
    close: stop,
  };
}

/** Parses a mail as a mail program does, such as the bytes of an `.eml` file. */
export async function parseMail(bytes: Buffer): Promise<Omit<ParsedMail, 'recipients' | 'sender'>> {
  const mail = await PostalMime.parse(bytes);
  return {
    from: { name: mail.from?.name ?? '', address: mail.from?.address ?? '' },
    to: (mail.to ?? []).map(({ address }) => address ?? ''),
    subject: mail.subject ?? '',
    // The parser adds an empty line, depending on the end of the part.
    text: (mail.text ?? '').replace(/\n+$/, '\n'),
    html: mail.html ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    raw: bytes.toString('latin1'),
  };
}
