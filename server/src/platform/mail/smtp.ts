import { createTransport } from 'nodemailer';
import { compose, isAddress } from './compose.ts';
import { type Delivery, type Mailer, MailUnavailable, type Message, type Refusal } from './mailer.ts';

/** To connect, to be greeted, for each answer. */
const WAIT_MS = 10_000;

/** What nodemailer attaches to the errors that it hands out. */
interface SmtpError extends Error {
  code?: string | undefined;
  /** set when the server has answered: whether it would answer the same again */
  permanent?: boolean | undefined;
  recipient?: string | undefined;
  rejectedErrors?: SmtpError[] | undefined;
}

/**
 * Sends by SMTP, each mail on a connection of its own.
 * @param smtpUrl `smtp://` (with STARTTLS where the server offers it) or `smtps://`, user and password in it. A password
 *   leaves this machine encrypted only.
 */
export function smtpMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const url = new URL(smtpUrl);
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const transport = createTransport({
    host,
    secure,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    ...(user === '' ? {} : { auth: { user, pass } }),
    requireTLS: !secure && user !== '' && !/^(localhost|127\..*|::1)$/.test(host),
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    dnsTimeout: WAIT_MS,
    logger: false,
  });
  /** Servers like to say back what they did not like. */
  const wordsOf = (error: Error) => {
    const secrets = [pass, url.password, Buffer.from(pass).toString('base64')].filter((text) => text !== '');
    return secrets.reduce((words, secret) => words.replaceAll(secret, '***'), error.message);
  };

  async function hand(message: Message, to: string[], signal: AbortSignal | undefined): Promise<Delivery> {
    try {
      const info = await transport.sendMail({
        ...compose(message, { from, to }),
        ...(signal === undefined ? {} : { signal }),
      });
      const refused = (info.rejectedErrors ?? []).map((error) => refusalOf(error, wordsOf));
      return { accepted: info.accepted.map(String), refused };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const refused = refusalsOf(error, to, wordsOf);
      if (refused === null) throw new MailUnavailable(wordsOf(error));
      return { accepted: [], refused };
    }
  }

  return {
    async send(message, { signal } = {}) {
      const to = message.to.filter((address) => isAddress(address));
      const strange = message.to.filter((address) => !isAddress(address)).map(notAnAddress);
      if (to.length === 0) return { accepted: [], refused: strange };
      const { accepted, refused } = await hand(message, to, signal);
      return { accepted, refused: [...strange, ...refused] };
    },
    close: async () => transport.close(),
  };
}

const notAnAddress = (address: string): Refusal => ({ address, reason: 'not an address', isFinal: true });

const refusalOf = (error: SmtpError, wordsOf: (error: Error) => string): Refusal => ({
  address: error.recipient ?? '',
  reason: wordsOf(error),
  isFinal: error.permanent === true,
});

/**
 * Who was refused when the mail went to nobody: each recipient by himself, or all by what was said of the mail.
 * @returns null when it never came so far
 */
function refusalsOf(error: SmtpError, to: string[], wordsOf: (error: Error) => string): Refusal[] | null {
  const isOfMail = error.code === 'EMESSAGE' && error.permanent !== undefined;
  const own = new Map((error.rejectedErrors ?? []).map((each) => [each.recipient, each]));
  if (!isOfMail && own.size === 0) return null;
  return to.map((address) => ({ ...refusalOf(own.get(address) ?? error, wordsOf), address }));
}
