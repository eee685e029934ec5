import { isEmailAddress, PRIMARY_COLOR } from '@vault/contract';
import * as z from 'zod';
import type { Environment } from './environment.ts';
import { optional, text, withDefault } from './kinds.ts';

/** The mail server, the sender, and the brand. */
export interface MailConfig {
  /** contains user and password; null: mails are written to files */
  smtpUrl: string | null;
  /** the sender address of mails */
  mailFrom: string;
  /** the brand in mails and on recipients' pages; the colour as `#rrggbb` */
  brand: { name: string; color: string };
  /** mails that one account can queue within an hour; one to several recipients counts once for each (GUARD-23) */
  mailPerHour: number;
}

/** Sender of mails that are written to files, which get no replies. No mail server accepts it. */
const SENDER_OF_FILES = 'portal-vault@localhost';

export const mailSchema = z.object({
  SMTP_URL: optional(
    text.refine(
      isSmtpUrl,
      'must be smtp://host, smtp://user:password@host:port, or smtps:// for TLS from the start (with :, /, @ and % in a password written as %3A, %2F, %40 and %25)',
    ),
    {
      description: 'Mail server; smtps:// uses TLS from the start, smtp:// uses STARTTLS',
      whenUnset: 'each mail becomes a file in DATA_DIR/outbox',
      example: 'smtp://user:password@mail.example.com:587',
    },
  ),
  MAIL_FROM: optional(text.refine(isEmailAddress, 'must be one e-mail address such as vault@example.com'), {
    description: 'Sender address of mails; required with SMTP_URL',
    whenUnset: SENDER_OF_FILES,
    example: 'vault@example.com',
  }),
  MAIL_PER_HOUR: withDefault(
    z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(100_000, 'must be at most 100000'),
    500,
    {
      description:
        'Mails that one account can send within an hour; one to several recipients counts once for each',
      unit: 'mails, 1 to 100000',
    },
  ),
  BRAND_NAME: withDefault(
    text.max(60, 'must be at most 60 characters').regex(/^\P{Cc}+$/u, 'must be one line of text'),
    'Portal Vault',
    { description: "Name of the firm in mails and on recipients' pages, at most 60 characters" },
  ),
  BRAND_COLOR: withDefault(text.regex(/^#[\da-f]{6}$/i, 'must be a colour such as #1634A4'), PRIMARY_COLOR, {
    description: "Colour of buttons in mails and on recipients' pages, as #rrggbb",
  }),
});

export function mailConfig(settings: z.infer<typeof mailSchema>): MailConfig {
  return {
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? SENDER_OF_FILES,
    mailPerHour: settings.MAIL_PER_HOUR,
    brand: { name: settings.BRAND_NAME, color: settings.BRAND_COLOR },
  };
}

/**
 * Checks that SMTP_URL has a MAIL_FROM, because mail servers refuse an invented sender address.
 * @returns one sentence per problem
 */
export const missingMailSettings = ({ SMTP_URL, MAIL_FROM }: Environment): string[] =>
  SMTP_URL && !MAIL_FROM
    ? ['The setting MAIL_FROM is missing: with SMTP_URL, say from which address mails come.']
    : [];

/** Rejects a path, query or fragment: nodemailer would read options from them, which can disable its checks. */
function isSmtpUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(address);
  const isBare = /^\/?$/.test(pathname) && search === '' && hash === '';
  return /^smtps?:$/.test(protocol) && hostname !== '' && isBare && [username, password].every(isEncoded);
}

function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
