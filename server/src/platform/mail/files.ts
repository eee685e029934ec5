import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Log } from '../database/index.ts';
import { compose, isAddress } from './compose.ts';
import type { Mailer } from './mailer.ts';

/**
 * Puts each mail into a file that mail programs open, for a vault without a mail server. The log names the file and
 * nothing of what is in it.
 */
export function fileMailer({ from, folder, log }: { from: string; folder: string; log: Log }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(message) {
      const to = message.to.filter((address) => isAddress(address));
      const refused = message.to
        .filter((address) => !isAddress(address))
        .map((address) => ({ address, reason: 'not an address', isFinal: true }));
      if (to.length === 0) return { accepted: [], refused };
      const { message: bytes } = await transport.sendMail(compose(message, { from, to }));
      if (!Buffer.isBuffer(bytes)) throw new TypeError('a mail is written from its bytes');
      // By time, so that the newest is the last; a mail that is sent again to some of its recipients is a file more.
      const file = `${new Date().toISOString().replaceAll(':', '-')}-${message.id}.eml`;
      await writeWhole(folder, file, bytes);
      log.info({ file, recipients: to.length }, 'a mail was put into the outbox; SMTP_URL is not set');
      return { accepted: to, refused };
    },
    close: async () => undefined,
  };
}

/** The file is there as a whole and stays, or is not there. Only the server's own user may read it: it holds links. */
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, `.${name}.part`);
  try {
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
    throw error;
  }
  await syncFolder(folder);
}

/** Makes the names in a folder durable. Windows offers no such call and keeps them by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
