import * as z from 'zod';
import { type Environment, missingWith } from './environment.ts';
import { optional, text } from './kinds.ts';
import { connectionOf, s3Address, type S3Connection } from './s3.ts';

/** SAFE-04: how buckets of backups are reached. */
export interface BackupConfig {
  backupS3: S3Connection;
}

export const backupSchema = z.object({
  BACKUP_S3_ENDPOINT: optional(s3Address, {
    description: 'Address of the S3 server of backups in a bucket (npm run vault -- backup s3://bucket/name)',
    whenUnset: 'S3_ENDPOINT',
    example: 'https://s3.backup.example.com',
  }),
  BACKUP_S3_REGION: optional(text.regex(/^[a-zA-Z0-9-]+$/, 'must be letters, digits and hyphens'), {
    description: 'Region of this bucket',
    whenUnset: 'S3_REGION',
    example: 'eu-central-1',
  }),
  BACKUP_S3_ACCESS_KEY_ID: optional(text, {
    description: 'Access key of this bucket; it needs BACKUP_S3_SECRET_ACCESS_KEY',
    whenUnset: 'S3_ACCESS_KEY_ID',
    example: 'the-access-key',
  }),
  BACKUP_S3_SECRET_ACCESS_KEY: optional(text, {
    description: 'Secret of this access key',
    whenUnset: 'S3_SECRET_ACCESS_KEY',
    example: 'a-long-random-text',
  }),
});

export function backupConfig(settings: z.infer<typeof backupSchema>, vault: S3Connection): BackupConfig {
  const given = connectionOf({
    endpoint: settings.BACKUP_S3_ENDPOINT,
    region: settings.BACKUP_S3_REGION ?? vault.region,
    accessKeyId: settings.BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: settings.BACKUP_S3_SECRET_ACCESS_KEY,
  });
  const isElsewhere = settings.BACKUP_S3_ENDPOINT !== undefined;
  return {
    backupS3: {
      ...given,
      endpoint: isElsewhere ? given.endpoint : vault.endpoint,
      forcePathStyle: isElsewhere ? given.forcePathStyle : vault.forcePathStyle,
      credentials: given.credentials ?? vault.credentials,
    },
  };
}

/** Returns a sentence when one half of the access key is set without the other. */
export const missingBackupSettings = (environment: Environment): string[] =>
  missingWith(environment, KEY, KEY);

const KEY = ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'];
