import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { GIB } from '@vault/contract';
import * as z from 'zod';
import { type Environment, givenSetting } from './environment.ts';
import { optional, text, withDefault } from './kinds.ts';
import { type TrustedProxies, trustProxySchema } from './trust-proxy.ts';

/** The server process, its data, its database and its limits. */
export interface ServerConfig {
  host: string;
  port: number;
  /** number of server processes on this machine (NODES-05) */
  processes: number;
  /** without a slash at the end; null: derived from the address on which the server listens */
  publicUrl: string | null;
  trustProxy: TrustedProxies;
  dataDir: string;
  /** null: the embedded PostgreSQL */
  databaseUrl: string | null;
  /** the same database through the owner of its tables, for the migrations; null: `databaseUrl` (GUARD-07) */
  databaseMigrationUrl: string | null;
  /** PostgreSQL itself, when `databaseUrl` names a pooler in transaction mode (NODES-07); null: `databaseUrl` */
  databaseDirectUrl: string | null;
  /** a streaming replica for reads; null for none (NODES-06) */
  databaseReadUrl: string | null;
  /** largest size of the request pool of a server process */
  databaseConnections: number;
  /** 'host:port' or the path of a socket; null: the embedded engine */
  clamd: string | null;
  /** null: the demo accounts (demo.ts), accounts of `npm run user` or an issuer */
  accountsFile: string | null;
  /** path of LibreOffice's soffice, 'none' for no converter; null: the installed LibreOffice, if there is one */
  officeConverter: string | null;
  /** opens metrics and the API document from other machines; null: no token does (GUARD-08) */
  metricsToken: string | null;
  maxUploadBytes: number;
  nameCharacters: 'spec' | 'unicode';
  logLevel: string;
}

export const serverSchema = z.object({
  HOST: withDefault(text.regex(/^[\w.:-]+$/, 'must be an address or a host name'), '127.0.0.1', {
    description: 'Address or host name on which the server listens',
  }),
  PORT: withDefault(
    z.coerce.number('must be a number').int().min(0).max(65_535, 'must be at most 65535'),
    8080,
    {
      description: 'TCP port on which the server listens; 0 selects a free one',
    },
  ),
  PROCESSES: optional(
    z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(64, 'must be at most 64'),
    {
      description: 'Server processes of this machine, which share the port',
      whenUnset: '1 with the embedded PostgreSQL, else the number of cores',
      example: '4',
    },
  ),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }), {
    description: 'Address that people use; all addresses of the vault begin with it',
    whenUnset:
      'address on which the server listens; required with TRUST_PROXY, SMTP_URL or a HOST that is no loopback address',
    example: 'https://vault.example.com',
  }),
  TRUST_PROXY: optional(trustProxySchema, {
    description:
      'Addresses or ranges of the proxies in front of the vault, separated by commas, or their number: they say which client calls',
    whenUnset: 'false: the client is the one that connects',
    example: '127.0.0.1',
  }),
  DATA_DIR: withDefault(text, 'data', {
    description: 'Folder of all data of the vault, relative to the working directory',
  }),
  DATABASE_URL: optional(
    z.url({ protocol: /^postgres(ql)?$/, hostname: /.*/, error: 'must be a postgres:// address' }),
    {
      description:
        'External PostgreSQL 15 or newer; with DATABASE_DIRECT_URL a pooler in transaction mode, such as PgBouncer',
      whenUnset: 'the embedded PostgreSQL, in DATA_DIR',
      example: 'postgres://user:password@db.example.com/vault',
    },
  ),
  DATABASE_MIGRATION_URL: optional(
    z.url({ protocol: /^postgres(ql)?$/, hostname: /.*/, error: 'must be a postgres:// address' }),
    {
      description:
        'The database of DATABASE_URL with the role that owns its tables, for the migrations; DATABASE_URL then names a role without rights to define',
      whenUnset: 'the role of DATABASE_URL owns the tables',
      example: 'postgres://owner:password@db.example.com/vault',
    },
  ),
  DATABASE_DIRECT_URL: optional(
    z.url({ protocol: /^postgres(ql)?$/, hostname: /.*/, error: 'must be a postgres:// address' }),
    {
      description:
        'PostgreSQL itself, with the role of DATABASE_URL, when DATABASE_URL names a pooler in transaction mode: for LISTEN, jobs and migrations',
      whenUnset: 'DATABASE_URL names PostgreSQL, or a pooler in session mode',
      example: 'postgres://user:password@db.example.com/vault',
    },
  ),
  DATABASE_READ_URL: optional(
    z.url({ protocol: /^postgres(ql)?$/, hostname: /.*/, error: 'must be a postgres:// address' }),
    {
      description:
        'A streaming replica of the database of DATABASE_URL, for lists, trees, searches and the activity; see docs/scaling.md',
      whenUnset: 'the database of DATABASE_URL serves all reads',
      example: 'postgres://user:password@replica.example.com/vault',
    },
  ),
  DATABASE_CONNECTIONS: withDefault(
    z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(4, 'must be 4 or more')
      .max(500, 'must be at most 500'),
    20,
    {
      description:
        'The most database connections that a server process has for requests; it has 10 more for other work',
    },
  ),
  CLAMD: optional(
    text.regex(/^(\/.+|(\[[\da-fA-F:]+\]|[\w.-]+):\d{1,5})$/, 'must be host:port or the path of a socket'),
    {
      description: 'Virus scanner clamd, as host:port or the path of its socket',
      whenUnset: 'the embedded engine with its few rules',
      example: '/run/clamav/clamd.ctl',
    },
  ),
  ACCOUNTS_FILE: optional(text, {
    description: 'JSON file with accounts, read at each start; see docs/operating.md',
    whenUnset:
      'demo accounts where DEMO allows them, else the first administrator, npm run user and OIDC_ISSUER',
    example: '/etc/portal-vault/accounts.json',
  }),
  OFFICE_CONVERTER: optional(text.regex(/^(none|\/.+|[A-Za-z]:[\\/].+)$/, 'must be a full path, or none'), {
    description: "Full path of LibreOffice's soffice for previews of Office files, or none",
    whenUnset: 'the installed LibreOffice, where there is one',
    example: '/usr/bin/soffice',
  }),
  METRICS_TOKEN: optional(text.regex(/^\S{16,}$/, 'must have at least 16 characters and no blanks'), {
    description:
      'Bearer token for /metrics, /api/docs and the details of /readyz; without it they answer on this machine only',
    whenUnset: 'only clients of this machine',
    example: 'a-long-random-text',
  }),
  MAX_UPLOAD_BYTES: withDefault(
    z.coerce.number('must be a number of bytes').int('must be a whole number').min(1, 'must be 1 or more'),
    5 * GIB,
    {
      description: 'Size of the largest upload; at most 2147483647 with clamd',
      unit: 'bytes, 1 or more',
    },
  ),
  NAME_CHARACTERS: withDefault(z.enum(['spec', 'unicode'], 'must be spec or unicode'), 'spec', {
    description: 'Characters in the names of files and folders: spec for ASCII only, unicode for any script',
  }),
  LOG_LEVEL: withDefault(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
    {
      description:
        'Minimum level of log lines: fatal, error, warn, info, debug, trace or silent; see docs/logs.md',
    },
  ),
});

/** Returns a sentence for each further address of the database that is given without that of the server. */
export const databaseProblems = (environment: Environment): string[] =>
  givenSetting(environment, 'DATABASE_URL') === null
    ? ['DATABASE_MIGRATION_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL']
        .filter((name) => givenSetting(environment, name) !== null)
        .map((name) => `The setting ${name} needs DATABASE_URL, which names the role of the server.`)
    : [];

/** The settings for a command, whose few connections go to PostgreSQL itself, because they need a session and write. */
export const withoutPooler = <
  T extends Pick<ServerConfig, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReadUrl'>,
>(
  config: T,
): T => ({
  ...config,
  databaseUrl: config.databaseDirectUrl ?? config.databaseUrl,
  databaseDirectUrl: null,
  databaseReadUrl: null,
});

export function serverConfig(settings: z.infer<typeof serverSchema>): ServerConfig {
  return {
    host: settings.HOST,
    port: settings.PORT,
    processes: settings.PROCESSES ?? (settings.DATABASE_URL === undefined ? 1 : availableParallelism()),
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: settings.TRUST_PROXY ?? false,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseMigrationUrl: settings.DATABASE_MIGRATION_URL ?? null,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? null,
    databaseReadUrl: settings.DATABASE_READ_URL ?? null,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    clamd: settings.CLAMD ?? null,
    accountsFile: settings.ACCOUNTS_FILE === undefined ? null : resolve(settings.ACCOUNTS_FILE),
    officeConverter: settings.OFFICE_CONVERTER ?? null,
    metricsToken: settings.METRICS_TOKEN ?? null,
    maxUploadBytes: settings.MAX_UPLOAD_BYTES,
    nameCharacters: settings.NAME_CHARACTERS,
    logLevel: settings.LOG_LEVEL,
  };
}
