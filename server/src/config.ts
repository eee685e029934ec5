import { resolve } from 'node:path';
import { GIB, isEmailAddress, PRIMARY_COLOR } from '@vault/contract';
import * as z from 'zod';

/** Everything that can be set from outside (contract section 9). The only reader of the environment. */
export interface Config {
  host: string;
  port: number;
  /** without a slash at the end; null: made from the address on which the server listens */
  publicUrl: string | null;
  trustProxy: boolean;
  dataDir: string;
  /** null: the embedded PostgreSQL */
  databaseUrl: string | null;
  /** 'host:port' or the path of a socket; null: the embedded engine */
  clamd: string | null;
  /** null: the demo accounts on a loopback address, else none */
  accountsFile: string | null;
  /** path of LibreOffice's soffice, 'none' for no converter; null: whatever is installed */
  officeConverter: string | null;
  maxUploadBytes: number;
  nameCharacters: 'spec' | 'unicode';
  /** user and password in it; null: mails become files */
  smtpUrl: string | null;
  /** the address from which mails come */
  mailFrom: string;
  /** how mails and the pages of recipients show whose they are; the colour as `#rrggbb` */
  brand: { name: string; color: string };
  logLevel: string;
}

const text = z.string().trim().min(1);
const unset = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema.optional());

/** Where mails become files nobody answers them. */
const MAIL_FROM_OF_FILES = 'portal-vault@localhost';

const environmentSchema = z.object({
  HOST: optional(text.regex(/^[\w.:-]+$/, 'must be an address or a host name')),
  PORT: optional(z.coerce.number('must be a number').int().min(0).max(65_535, 'must be at most 65535')),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
  TRUST_PROXY: optional(z.enum(['true', 'false'], 'must be true or false')),
  DATA_DIR: optional(text),
  DATABASE_URL: optional(
    z.url({ protocol: /^postgres(ql)?$/, hostname: /.*/, error: 'must be a postgres:// address' }),
  ),
  CLAMD: optional(
    text.regex(/^(\/.+|(\[[\da-fA-F:]+\]|[\w.-]+):\d{1,5})$/, 'must be host:port or the path of a socket'),
  ),
  ACCOUNTS_FILE: optional(text),
  OFFICE_CONVERTER: optional(text.regex(/^(none|\/.+|[A-Za-z]:[\\/].+)$/, 'must be a full path, or none')),
  MAX_UPLOAD_BYTES: optional(
    z.coerce.number('must be a number of bytes').int('must be a whole number').min(1, 'must be 1 or more'),
  ),
  NAME_CHARACTERS: optional(z.enum(['spec', 'unicode'], 'must be spec or unicode')),
  SMTP_URL: optional(
    text.refine(
      isSmtpUrl,
      'must be smtp://host, smtp://user:password@host:port, or smtps:// for TLS from the start (with :, /, @ and % in a password written as %3A, %2F, %40 and %25)',
    ),
  ),
  MAIL_FROM: optional(text.refine(isEmailAddress, 'must be one e-mail address such as vault@example.com')),
  BRAND_NAME: optional(
    text.max(60, 'must be at most 60 characters').regex(/^\P{Cc}+$/u, 'must be one line of text'),
  ),
  BRAND_COLOR: optional(text.regex(/^#[\da-f]{6}$/i, 'must be a colour such as #1634A4')),
  LOG_LEVEL: optional(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
  ),
});

/** A setting that cannot be used; the message says which and why, one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads and checks every setting.
 * @throws ConfigError that lists all problems at once
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const result = environmentSchema.safeParse(environment);
  const problems = [...wrongSettings(result.error), ...missingSettings(environment)];
  if (!result.success || problems.length > 0) throw new ConfigError(problems.join('\n'));
  const settings = result.data;
  return {
    host: settings.HOST ?? '127.0.0.1',
    port: settings.PORT ?? 8080,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: settings.TRUST_PROXY === 'true',
    dataDir: resolve(settings.DATA_DIR ?? 'data'),
    databaseUrl: settings.DATABASE_URL ?? null,
    clamd: settings.CLAMD ?? null,
    accountsFile: settings.ACCOUNTS_FILE === undefined ? null : resolve(settings.ACCOUNTS_FILE),
    officeConverter: settings.OFFICE_CONVERTER ?? null,
    maxUploadBytes: settings.MAX_UPLOAD_BYTES ?? 5 * GIB,
    nameCharacters: settings.NAME_CHARACTERS ?? 'spec',
    ...mailSettings(settings),
    logLevel: settings.LOG_LEVEL ?? 'info',
  };
}

function mailSettings(
  settings: z.infer<typeof environmentSchema>,
): Pick<Config, 'smtpUrl' | 'mailFrom' | 'brand'> {
  return {
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? MAIL_FROM_OF_FILES,
    brand: { name: settings.BRAND_NAME ?? 'Portal Vault', color: settings.BRAND_COLOR ?? PRIMARY_COLOR },
  };
}

const wrongSettings = (error: z.ZodError | undefined): string[] =>
  (error?.issues ?? []).map(
    (issue) => `The setting ${issue.path.join('.')} cannot be used: it ${sentence(issue.message)}.`,
  );

/** No server takes mails from an address that was made up. */
const missingSettings = ({ SMTP_URL, MAIL_FROM }: Record<string, string | undefined>): string[] =>
  SMTP_URL && !MAIL_FROM
    ? ['The setting MAIL_FROM is missing: with SMTP_URL, say from which address mails come.']
    : [];

const sentence = (message: string) =>
  message.startsWith('must') ? message : `is wrong (${message.toLowerCase()})`;

/** Nothing behind the port: what else nodemailer would read from an address could switch its checks off. */
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

/** Whether only this machine can reach the address: demo accounts are for such a server only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
