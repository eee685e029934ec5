import { resolve } from 'node:path';
import * as z from 'zod';
import { type Environment, givenSetting } from './environment.ts';
import { optional, text } from './kinds.ts';

/** Where the secret key of the vault is (GUARD-06). */
export interface SecretKeyConfig {
  /** 64 hexadecimal characters; null: in a file */
  secretKey: string | null;
  /** null: secret.key in DATA_DIR */
  secretKeyFile: string | null;
}

export const secretKeySchema = z.object({
  SECRET_KEY: optional(
    text.regex(/^[\da-f]{64}$/i, 'must be 64 hexadecimal characters, as of openssl rand -hex 32'),
    {
      description:
        'Key that signs addresses and seals secrets in the database; all servers of a vault need the same',
      whenUnset: 'the key in SECRET_KEY_FILE, or in DATA_DIR/secret.key, which the first start creates',
      example: '64 hexadecimal characters',
    },
  ),
  SECRET_KEY_FILE: optional(text, {
    description: 'File that contains SECRET_KEY; other users must not be able to read it',
    whenUnset: 'DATA_DIR/secret.key',
    example: '/etc/portal-vault/secret.key',
  }),
});

/** Returns a sentence when both settings are given. */
export const keyProblems = (environment: Environment): string[] =>
  givenSetting(environment, 'SECRET_KEY') !== null && givenSetting(environment, 'SECRET_KEY_FILE') !== null
    ? ['The settings SECRET_KEY and SECRET_KEY_FILE cannot be used together: remove one of them.']
    : [];

export const secretKeyConfig = (settings: z.infer<typeof secretKeySchema>): SecretKeyConfig => ({
  secretKey: settings.SECRET_KEY ?? null,
  secretKeyFile: settings.SECRET_KEY_FILE === undefined ? null : resolve(settings.SECRET_KEY_FILE),
});
