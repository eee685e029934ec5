import * as z from 'zod';
import { type AuditConfig, auditConfig, auditSchema, missingAuditSettings } from './audit.ts';
import { type BackupConfig, backupConfig, backupSchema, missingBackupSettings } from './backup.ts';
import { type DemoConfig, demoConfig, demoProblems, demoSchema } from './demo.ts';
import type { Environment } from './environment.ts';
import { type LocalConfig, localConfig } from './local-only.ts';
import { type MailConfig, mailConfig, mailSchema, missingMailSettings } from './mail.ts';
import { type OfficeConfig, officeConfig, officeSchema } from './office.ts';
import { missingOidcSettings, type OidcConfig, oidcConfig, oidcSchema } from './oidc.ts';
import { type PortalConfig, portalConfig, portalSchema } from './portal.ts';
import { missingPublicUrl } from './public-url.ts';
import { type QuotaConfig, quotaConfig, quotaSchema } from './quotas.ts';
import { missingS3Settings, type S3Config, s3Config, s3Connection, s3Schema } from './s3.ts';
import { keyProblems, type SecretKeyConfig, secretKeyConfig, secretKeySchema } from './secret-key.ts';
import { databaseProblems, type ServerConfig, serverConfig, serverSchema } from './server.ts';
import { type ScrubConfig, scrubConfig, scrubSchema } from './scrub.ts';
import { type SessionConfig, sessionConfig, sessionSchema } from './session.ts';
import { type TracesConfig, tracesConfig, tracesSchema } from './traces.ts';
import { type TrashConfig, trashConfig, trashSchema } from './trash.ts';

/** All settings (contract section 9). Only this module reads the environment. */
export interface Config
  extends
    ServerConfig,
    SecretKeyConfig,
    AuditConfig,
    BackupConfig,
    DemoConfig,
    LocalConfig,
    MailConfig,
    OfficeConfig,
    OidcConfig,
    PortalConfig,
    QuotaConfig,
    ScrubConfig,
    S3Config,
    SessionConfig,
    TracesConfig,
    TrashConfig {}

/** The schemas of all settings by subject, in the order of `.env.example`. */
export const SETTING_GROUPS = {
  Server: serverSchema,
  S3: s3Schema,
  Quotas: quotaSchema,
  'Secret key': secretKeySchema,
  Demo: demoSchema,
  Mail: mailSchema,
  'Office service': officeSchema,
  Sessions: sessionSchema,
  'Sign-in by OpenID Connect': oidcSchema,
  Portals: portalSchema,
  Trash: trashSchema,
  'Stored bytes': scrubSchema,
  Backup: backupSchema,
  Audit: auditSchema,
  Traces: tracesSchema,
} as const;

const environmentSchema = z.object({
  ...serverSchema.shape,
  ...s3Schema.shape,
  ...quotaSchema.shape,
  ...secretKeySchema.shape,
  ...demoSchema.shape,
  ...mailSchema.shape,
  ...officeSchema.shape,
  ...sessionSchema.shape,
  ...oidcSchema.shape,
  ...portalSchema.shape,
  ...trashSchema.shape,
  ...scrubSchema.shape,
  ...backupSchema.shape,
  ...auditSchema.shape,
  ...tracesSchema.shape,
});

/** An invalid setting; the message contains the name and the reason, one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads and checks every setting.
 * @throws ConfigError that lists all problems together
 */
export function readConfig(environment: Environment): Config {
  const result = environmentSchema.safeParse(environment);
  const problems = [
    ...wrongSettings(result.error),
    ...databaseProblems(environment),
    ...missingS3Settings(environment),
    ...missingBackupSettings(environment),
    ...keyProblems(environment),
    ...missingPublicUrl(environment),
    ...demoProblems(environment),
    ...missingMailSettings(environment),
    ...missingOidcSettings(environment),
    ...missingAuditSettings(environment),
  ];
  if (!result.success || problems.length > 0) throw new ConfigError(problems.join('\n'));
  const settings = result.data;
  return {
    ...serverConfig(settings),
    ...s3Config(settings),
    ...quotaConfig(settings),
    ...secretKeyConfig(settings),
    ...demoConfig(environment),
    ...localConfig(environment),
    ...mailConfig(settings),
    ...officeConfig(settings),
    ...sessionConfig(settings),
    ...oidcConfig(settings),
    ...portalConfig(settings),
    ...tracesConfig(settings),
    ...trashConfig(settings),
    ...scrubConfig(settings),
    ...backupConfig(settings, s3Connection(settings)),
    ...auditConfig(settings),
  };
}

const wrongSettings = (error: z.ZodError | undefined): string[] =>
  (error?.issues ?? []).map(
    (issue) => `The setting ${issue.path.join('.')} cannot be used: it ${sentence(issue.message)}.`,
  );

const sentence = (message: string) =>
  // oxlint-disable-next-line vault/no-message-comparison -- a text of the settings' schema, in any form
  message.startsWith('must') ? message : `is wrong (${message.toLowerCase()})`;
