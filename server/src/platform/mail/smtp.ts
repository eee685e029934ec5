import { Readable } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import { compose, isAddress } from './compose.ts';
import { lazyTransport } from './lazy-transport.ts';
import {
  type Delivery,
  MAIL_LIMIT_MS,
  type Mailer,
  MailUnavailable,
  type Message,
  notAnAddress,
  type Refusal,
} from './mailer.ts';

/** Time limits for a mail server (SAFE-23), in ms. */
export interface SmtpLimits {
  /** for the opening of the connection: host name, connection, greeting, TLS */
  connectMs: number;
  /** for each later reply; servers can check a mail before they reply to it */
  answerMs: number;
  /** for all steps of sending one mail */
  mailMs: number;
}

const LIMITS: SmtpLimits = { connectMs: 10_000, answerMs: 30_000, mailMs: MAIL_LIMIT_MS };

/** Fields that nodemailer adds to its errors. */
interface SmtpError extends Error {
  code?: string | undefined;
  /** the code of the server's reply, if the error is about a reply */
  responseCode?: number | undefined;
  /** whether the same mail would be refused again; absent when the server has not replied */
  permanent?: boolean | undefined;
  recipient?: string | undefined;
  rejectedErrors?: SmtpError[] | undefined;
}

/** The state of one attempt while it runs. */
interface Attempt {
  /** True when the complete message was read and the final dot follows: from then on the server can deliver it. */
  isSent: boolean;
}

interface WatchedMail extends SendMailOptions {
  attempt: Attempt;
}

export interface SmtpOptions {
  /** `smtp://` (with STARTTLS if the server offers it) or `smtps://`, with user and password */
  smtpUrl: string;
  from: string;
  limits?: Partial<SmtpLimits> | undefined;
}

/** Sends by SMTP, with one connection for each mail. A password leaves this machine only encrypted. */
export function smtpMailer({ smtpUrl, from, limits }: SmtpOptions): Mailer {
  const { connectMs, answerMs, mailMs } = { ...LIMITS, ...limits };
  const url = new URL(smtpUrl);
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const transport = lazyTransport(({ createTransport }) => {
    const created = createTransport({
      host,
      secure,
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      ...(user === '' ? {} : { auth: { user, pass } }),
      requireTLS: !secure && user !== '' && !/^(localhost|127\..*|::1)$/.test(host),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: answerMs,
      logger: false,
    });
    created.use('stream', (mail, done) => {
      const { attempt } = mail.data as WatchedMail;
      mail.message.processFunc((input) => noticeEnd(input, attempt));
      done();
    });
    return created;
  });
  /** Removes the password from a message, because servers repeat a refused value in their replies. */
  const wordsOf = (error: Error) => {
    const secrets = [pass, url.password, Buffer.from(pass).toString('base64')].filter((text) => text !== '');
    return secrets.reduce((words, secret) => words.replaceAll(secret, '***'), error.message);
  };

  async function transmit(message: Message, to: string[], signal: AbortSignal): Promise<Delivery> {
    const attempt: Attempt = { isSent: false };
    const mail: WatchedMail = { ...compose(message, { from, to }), signal, attempt };
    try {
      const info = await (await transport.get()).sendMail(mail);
      const refused = (info.rejectedErrors ?? []).map((error) => refusalOf(error, wordsOf));
      return { accepted: info.accepted.map(String), refused, unconfirmed: [] };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const reason = wordsOf(error);
      const refused = refusalsOf(error, to, wordsOf);
      if (refused !== null) return { accepted: [], refused, unconfirmed: [] };
      if (!attempt.isSent) throw new MailUnavailable(reason);
      // Recipients that the server refused are among them; the next attempt reports them as refused.
      return { accepted: [], refused: [], unconfirmed: to.map((address) => ({ address, reason })) };
    }
  }

  return {
    async send(message, { signal } = {}) {
      const to = message.to.filter((address) => isAddress(address));
      const strange = message.to.filter((address) => !isAddress(address)).map(notAnAddress);
      if (to.length === 0) return { accepted: [], refused: strange, unconfirmed: [] };
      // The limit is for the mail server, not for loading the library.
      await transport.get();
      const limit = AbortSignal.timeout(mailMs);
      const end = signal === undefined ? limit : AbortSignal.any([signal, limit]);
      const { accepted, refused, unconfirmed } = await transmit(message, to, end);
      return { accepted, refused: [...strange, ...refused], unconfirmed };
    },
    close: () => transport.close(),
  };
}

/**
 * Passes a message on and records when it was read to its end. nodemailer starts to read it when the server has replied
 * 354 to DATA, and writes the final dot after its end. The errors of nodemailer do not tell whether they occurred
 * before or after the dot (smtp-connection/index.js, `send`: the command of a lost connection is always CONN).
 */
function noticeEnd(input: Readable, attempt: Attempt): Readable {
  async function* pieces() {
    for await (const piece of input) yield piece as Buffer;
    attempt.isSent = true;
  }
  return Readable.from(pieces(), { objectMode: false });
}

const refusalOf = (error: SmtpError, wordsOf: (error: Error) => string): Refusal => ({
  address: error.recipient ?? '',
  reason: wordsOf(error),
  isFinal: error.permanent === true,
});

/**
 * The refused recipients when no recipient accepted the mail: the server refused each in its reply to RCPT, or all in
 * its reply to the message.
 * @returns null when the server refused no recipient
 */
function refusalsOf(error: SmtpError, to: string[], wordsOf: (error: Error) => string): Refusal[] | null {
  const isOfMail = error.code === 'EMESSAGE' && error.responseCode !== undefined && error.responseCode >= 400;
  const own = new Map((error.rejectedErrors ?? []).map((each) => [each.recipient, each]));
  if (!isOfMail && own.size === 0) return null;
  return to.map((address) => ({ ...refusalOf(own.get(address) ?? error, wordsOf), address }));
}
