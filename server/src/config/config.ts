import { resolve } from 'node:path';
import { GIB } from '@vault/contract';
import * as z from 'zod';
import { optional, text } from './kinds.ts';
import { type MailConfig, mailConfig, mailSchema, missingMailSettings } from './mail.ts';
import { type OfficeConfig, officeConfig, officeSchema } from './office.ts';
import { missingOidcSettings, type OidcConfig, oidcConfig, oidcSchema } from './oidc.ts';
import { type PortalConfig, portalConfig, portalSchema } from './portal.ts';
import { type TrashConfig, trashConfig, trashSchema } from './trash.ts';

/** Everything that can be set from outside (contract section 9). The only reader of the environment. */
export interface Config extends MailConfig, OfficeConfig, OidcConfig, PortalConfig, TrashConfig {
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
  logLevel: string;
}

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
  ...mailSchema.shape,
  ...officeSchema.shape,
  ...oidcSchema.shape,
  ...portalSchema.shape,
  ...trashSchema.shape,
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
  const problems = [
    ...wrongSettings(result.error),
    ...missingMailSettings(environment),
    ...missingOidcSettings(environment),
  ];
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
    ...mailConfig(settings),
    ...officeConfig(settings),
    ...oidcConfig(settings),
    ...portalConfig(settings),
    ...trashConfig(settings),
    logLevel: settings.LOG_LEVEL ?? 'info',
  };
}

const wrongSettings = (error: z.ZodError | undefined): string[] =>
  (error?.issues ?? []).map(
    (issue) => `The setting ${issue.path.join('.')} cannot be used: it ${sentence(issue.message)}.`,
  );

const sentence = (message: string) =>
  message.startsWith('must') ? message : `is wrong (${message.toLowerCase()})`;
