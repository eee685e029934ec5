import * as z from 'zod';
import { type Environment, missingWith } from './environment.ts';
import { optional, text } from './kinds.ts';
import { isLoopbackHost } from './loopback.ts';

/** Where the seals of the audit go (AUDIT-03), and which programs follow it (AUDIT-08). */
export interface AuditConfig {
  /** the file to which each seal is appended; null for none */
  auditSealFile: string | null;
  /** null: no syslog */
  auditSyslog: AuditSyslog | null;
  /** null: no webhook */
  auditWebhook: AuditWebhook | null;
}

/** A receiver of syslog. */
export interface AuditSyslog {
  transport: 'udp' | 'tcp' | 'tls';
  /** without the brackets of an IPv6 address */
  host: string;
  port: number;
}

export interface AuditWebhook {
  url: string;
  /** the key of the signatures */
  secret: string;
}

/** For TCP the port in use; RFC 6587 names none. */
const SYSLOG_PORTS = { udp: 514, tcp: 514, tls: 6514 };
const SYSLOG =
  /^(?<transport>udp|tcp|tls):\/\/(?:\[(?<v6>[\da-f:.]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?\/?$/i;

/** @returns null when the text is no address of a receiver */
function syslogOf(value: string): AuditSyslog | null {
  const { transport: scheme = '', v6, name, port: given } = SYSLOG.exec(value)?.groups ?? {};
  const host = v6 ?? name;
  if (host === undefined || !URL.canParse(value)) return null;
  const transport = scheme.toLowerCase() as AuditSyslog['transport'];
  const port = given === undefined ? SYSLOG_PORTS[transport] : Number(given);
  return port === 0 ? null : { transport, host, port };
}

function isWebhook(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, hash, username, password } = new URL(value);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  return isSafe && [hash, username, password].every((part) => part === '');
}

export const auditSchema = z.object({
  AUDIT_SEAL_FILE: optional(text, {
    description:
      'File to which the daily seal of the audit is appended, best on a disk that the server can only append to',
    whenUnset: 'seals are in the database and in the log only',
    example: '/var/log/portal-vault/seals.jsonl',
  }),
  AUDIT_SYSLOG: optional(
    text.refine(
      (value) => syslogOf(value) !== null,
      'must be udp://host:514, tcp://host:514 or tls://host:6514, without path, user and password',
    ),
    {
      description: 'Receiver of the entries of the audit by syslog (RFC 5424), over udp, tcp or tls',
      whenUnset: 'no syslog',
      example: 'tls://logs.example.com:6514',
    },
  ),
  AUDIT_WEBHOOK_URL: optional(
    text.refine(
      isWebhook,
      'must be an https address (http only on a loopback address), without user, password and fragment',
    ),
    {
      description: 'Address to which the entries of the audit are posted as JSON Lines',
      whenUnset: 'no webhook',
      example: 'https://logs.example.com/portal-vault',
    },
  ),
  AUDIT_WEBHOOK_SECRET: optional(
    text.min(32, 'must have 32 characters or more, as of openssl rand -hex 32'),
    {
      description: 'Key of the signatures (HMAC-SHA-256) of the webhook; required with AUDIT_WEBHOOK_URL',
      whenUnset: 'no webhook',
      example: 'a random text of 32 characters or more',
    },
  ),
});

export function auditConfig(settings: z.infer<typeof auditSchema>): AuditConfig {
  const { AUDIT_SYSLOG: syslog, AUDIT_WEBHOOK_URL: url, AUDIT_WEBHOOK_SECRET: secret } = settings;
  return {
    auditSealFile: settings.AUDIT_SEAL_FILE ?? null,
    auditSyslog: syslog === undefined ? null : syslogOf(syslog),
    auditWebhook: url === undefined || secret === undefined ? null : { url, secret },
  };
}

/** Returns a sentence when one of the settings of the webhook is missing. */
export const missingAuditSettings = (environment: Environment): string[] =>
  missingWith(environment, WEBHOOK, WEBHOOK);

const WEBHOOK = ['AUDIT_WEBHOOK_URL', 'AUDIT_WEBHOOK_SECRET'];
