import { join } from 'node:path';
import type { Log } from '../database/index.ts';
import { fileMailer } from './files.ts';
import type { Mailer } from './mailer.ts';
import { type SmtpLimits, smtpMailer } from './smtp.ts';

export { type Delivery, MAIL_LIMIT_MS, type Mailer, MailUnavailable, type Message } from './mailer.ts';
export { oneLine } from './one-line.ts';

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password; null: `.eml` files in `DATA_DIR/outbox` */
  smtpUrl: string | null;
  /** the sender address of the vault */
  from: string;
  dataDir: string;
  log: Log;
  /** limits that replace the usual ones in tests */
  limits?: Partial<SmtpLimits>;
}

/** The mailer of the settings SMTP_URL and MAIL_FROM. It does not connect yet. */
export function createMailer({ smtpUrl, from, dataDir, log, limits }: MailerOptions): Mailer {
  return smtpUrl === null
    ? fileMailer({ from, folder: join(dataDir, 'outbox'), log, limitMs: limits?.mailMs })
    : smtpMailer({ smtpUrl, from, limits });
}
