import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../database/index.ts';
import { compose, isAddress } from './compose.ts';
import { lazyTransport } from './lazy-transport.ts';
import { MAIL_LIMIT_MS, type Mailer, MailUnavailable, type Message, notAnAddress } from './mailer.ts';

export interface FileMailerOptions {
  from: string;
  /** the folder of the mails, which is created when it is missing */
  folder: string;
  log: Log;
  /** the time limit for the disk */
  limitMs?: number | undefined;
}

/**
 * Writes each mail to a file that mail programs open, for a vault without a mail server. The log contains the file name
 * and nothing of the content.
 */
export function fileMailer({ from, folder, log, limitMs = MAIL_LIMIT_MS }: FileMailerOptions): Mailer {
  const transport = lazyTransport(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  );

  /** @returns null when the mail is in the outbox, else why that is not certain */
  async function write(message: Message, to: string[]): Promise<string | null> {
    const { message: bytes } = await (await transport.get()).sendMail(compose(message, { from, to }));
    if (!Buffer.isBuffer(bytes)) throw new TypeError('a mail is written from its bytes');
    // The name begins with the time, so the newest file is the last, and each repetition of a mail is a separate file.
    const file = `${new Date().toISOString().replaceAll(':', '-')}-${message.id}.eml`;
    await writeWhole(folder, file, bytes);
    const problem = await syncFolder(folder).then(() => null, reasonOf);
    if (problem === null) {
      log.info({ file, recipients: to.length }, 'Mail written to the outbox; SMTP_URL is not set');
    } else {
      log.error(
        { file, reason: problem },
        'fsync of the outbox folder failed; the mail is written again later',
      );
    }
    return problem;
  }

  return {
    async send(message, { signal } = {}) {
      const to = message.to.filter((address) => isAddress(address));
      const refused = message.to.filter((address) => !isAddress(address)).map(notAnAddress);
      if (to.length === 0) return { accepted: [], refused, unconfirmed: [] };
      // The limit is for the disk of the outbox, not for loading the library.
      await transport.get();
      const limit = AbortSignal.timeout(limitMs);
      const end = signal === undefined ? limit : AbortSignal.any([signal, limit]);
      const problem = await endedBy(end, write(message, to), 'the outbox is not written in time');
      if (problem === null) return { accepted: to, refused, unconfirmed: [] };
      return { accepted: [], refused, unconfirmed: to.map((address) => ({ address, reason: problem })) };
    },
    close: async () => undefined,
  };
}

/**
 * @returns the result of the work, or `late` when the signal fires first; the work then continues, and its result is
 * ignored
 */
async function endedBy<T>(signal: AbortSignal, work: Promise<T>, late: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const end = () => resolve(late);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/**
 * Writes the complete file or nothing. Only the user of the server can read the file, because it contains links.
 * @throws MailUnavailable when it is not written
 */
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  const part = join(folder, `.${name}.part`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(part, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, join(folder, name));
  } catch (error) {
    await unlink(part).catch(() => undefined);
    throw new MailUnavailable(`The outbox cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

/** The code of an error without the path, which contains only the time and the id of the mail. */
const reasonOf = (error: unknown): string => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === undefined ? String(error) : `${code} (${syscall})`;
};

/** Makes the names in a folder durable. Windows has no such call and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
