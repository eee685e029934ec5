import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as z from 'zod';
import { SecretKeyError } from './errors.ts';
import { createKeyFile, keyFileOf, readOwnKeyFile } from './key-file.ts';
import { givenSecret, type KeySettings, missingKey } from './open.ts';
import { SECRET_KEY_BYTES } from './secret-key.ts';

/** OWASP's costs of scrypt: 128 MiB and some tenths of a second for each attempt at a password. */
const COSTS = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const CIPHER = 'aes-256-gcm';
const SALT_BYTES = 16;
const NONCE_BYTES = 12;

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'));
const lockedSchema = z.object({
  format: z.literal(1),
  salt: base64,
  nonce: base64,
  tag: base64,
  key: base64,
});

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  bytes: number,
  costs: typeof COSTS,
) => Promise<Buffer>;

/**
 * Encrypts the present key of the vault by a password, for a backup (SAFE-04).
 * @returns a text that shows nothing of the key to anybody without the password
 * @throws SecretKeyError when the vault has no key
 */
export async function lockKey(settings: KeySettings, password: string): Promise<string> {
  const secret = await presentSecret(settings);
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, await derive(password, salt, SECRET_KEY_BYTES, COSTS), nonce);
  const key = Buffer.concat([cipher.update(secret), cipher.final()]);
  const parts = { salt, nonce, tag: cipher.getAuthTag(), key };
  const texts = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')] as const);
  return `${JSON.stringify({ format: 1, ...Object.fromEntries(texts) })}\n`;
}

/**
 * Stores the key of a backup in the data folder of the settings.
 * @param locked of `lockKey`
 * @throws SecretKeyError for a wrong password or an altered text, and when the settings have another key already
 */
export async function unlockKey(settings: KeySettings, locked: string, password: string): Promise<void> {
  const secret = await unlocked(locked, password);
  const { dataDir } = settings;
  const isGiven = (await givenSecret(settings)) !== null;
  if (!isGiven) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (await createKeyFile(keyFileOf(dataDir), secret)) return;
  }
  if ((await presentSecret(settings)).equals(secret)) return;
  throw new SecretKeyError(
    'The settings have another key than the backup, and nothing was changed. Remove SECRET_KEY, SECRET_KEY_FILE and the key file, or restore without --with-key.',
  );
}

async function unlocked(text: string, password: string): Promise<Buffer> {
  const { salt, nonce, tag, key } = parsed(text);
  const decipher = createDecipheriv(CIPHER, await derive(password, salt, SECRET_KEY_BYTES, COSTS), nonce);
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(key), decipher.final()]);
  } catch (error) {
    throw new SecretKeyError('The password of the key is wrong, or the key of the backup was altered.', {
      cause: error,
    });
  }
}

function parsed(text: string): z.output<typeof lockedSchema> {
  try {
    return lockedSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new SecretKeyError('The key of the backup was cut or altered.', { cause: error });
  }
}

async function presentSecret(settings: KeySettings): Promise<Buffer> {
  const given = await givenSecret(settings);
  const secret = given ?? (await readOwnKeyFile(keyFileOf(settings.dataDir)))?.secret;
  if (secret === undefined) throw new SecretKeyError(missingKey(settings));
  return secret;
}
