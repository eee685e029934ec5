import { randomBytes } from 'node:crypto';
import type { Database, Log } from '../database/index.ts';
import { SecretKeyError } from './errors.ts';
import {
  createKeyFile,
  keyFileOf,
  moveKeyFile,
  nextKeyFileOf,
  readGivenKeyFile,
  readOwnKeyFile,
} from './key-file.ts';
import { deleteStoredSecret, insertFingerprint, selectStoredKey, type StoredKey } from './queries.ts';
import { createSecretKey, fingerprintOf, SECRET_KEY_BYTES, type SecretKey } from './secret-key.ts';

/** Where the key is: in SECRET_KEY, in the file of SECRET_KEY_FILE, or in the file in the data folder. */
export interface KeySettings {
  dataDir: string;
  /** 64 hexadecimal characters; null: not set */
  secretKey: string | null;
  /** absolute path; null: not set */
  secretKeyFile: string | null;
}

export interface KeyDeps {
  settings: KeySettings;
  database: Database;
  log: Log;
}

/** The sentence part that names the location of the key. */
export function keyLocation({ dataDir, secretKey, secretKeyFile }: KeySettings): string {
  if (secretKey !== null) return 'SECRET_KEY';
  return secretKeyFile === null ? keyFileOf(dataDir) : `${secretKeyFile} (SECRET_KEY_FILE)`;
}

/**
 * The key of this vault (GUARD-06). The first start makes it, unless the settings contain it. The first start after
 * version 0.2.0 moves it from the database to the file: it is first stored durably in the file, then deleted.
 * @throws SecretKeyError when the key is missing, is not that of the database, or can be read by others
 */
export async function openSecretKey({ settings, database, log }: KeyDeps): Promise<SecretKey> {
  const stored = await selectStoredKey(database.kysely);
  const secret = await secretOf({ settings, log }, stored);
  const key = createSecretKey(secret);
  const fingerprint = fingerprintOf(key);
  if (stored.secret !== null) {
    if (!fromDatabase(stored.secret).equals(secret)) throw new SecretKeyError(earlierKey(settings));
    await database.transaction(async (tx) => {
      await insertFingerprint(tx, fingerprint);
      await deleteStoredSecret(tx);
    });
    log.warn(
      { location: keyLocation(settings) },
      'Secret key is no longer in the database; back up its file',
    );
  } else if (stored.fingerprint === null) {
    await insertFingerprint(database.kysely, fingerprint);
  }
  // Read again: another node can have been first.
  const { fingerprint: valid } = await selectStoredKey(database.kysely);
  if (valid !== fingerprint) throw new SecretKeyError(foreignKey(settings));
  return key;
}

async function secretOf(deps: Pick<KeyDeps, 'settings' | 'log'>, stored: StoredKey): Promise<Buffer> {
  const { settings, log } = deps;
  const given = await givenSecret(settings);
  if (given !== null) return given;
  const path = keyFileOf(settings.dataDir);
  await finishRotation(settings.dataDir, stored);
  const found = await readOwnKeyFile(path);
  if (found !== null) {
    if (found.wasOpenToOthers) {
      log.warn({ path }, 'Other users could read the key file; its mode is 0600 now, rotate the key');
    }
    return found.secret;
  }
  if (stored.fingerprint !== null) throw new SecretKeyError(missingKey(settings));
  const secret = stored.secret === null ? randomBytes(SECRET_KEY_BYTES) : fromDatabase(stored.secret);
  if (await createKeyFile(path, secret)) {
    log.info({ path }, 'Key file created; keep a copy, apart from the backups of the database');
    return secret;
  }
  // Another server on the same folder was first.
  const other = await readOwnKeyFile(path);
  if (other === null) throw new SecretKeyError(missingKey(settings));
  return other.secret;
}

/** @returns the key of SECRET_KEY or SECRET_KEY_FILE; null when neither is set */
export async function givenSecret({ secretKey, secretKeyFile }: KeySettings): Promise<Buffer | null> {
  if (secretKey !== null) return Buffer.from(secretKey, 'hex');
  return secretKeyFile === null ? null : readGivenKeyFile(secretKeyFile);
}

/** Completes a rotation that was cut after its transaction: the next key is the one of the database. */
export async function finishRotation(dataDir: string, { fingerprint }: StoredKey): Promise<void> {
  const next = await readOwnKeyFile(nextKeyFileOf(dataDir));
  if (next === null || fingerprintOf(createSecretKey(next.secret)) !== fingerprint) return;
  await moveKeyFile(nextKeyFileOf(dataDir), keyFileOf(dataDir));
}

function fromDatabase(text: string): Buffer {
  const secret = Buffer.from(text, 'base64');
  if (secret.length !== SECRET_KEY_BYTES) throw new Error('The stored setting signing_secret is damaged');
  return secret;
}

export const missingKey = (settings: KeySettings): string =>
  `The key of this vault is missing: copy the file secret.key of the first server, or of its backup, to ` +
  `${keyFileOf(settings.dataDir)}, or set SECRET_KEY or SECRET_KEY_FILE to the key.`;

const foreignKey = (settings: KeySettings) =>
  `The key in ${keyLocation(settings)} is not the key of this database: write the key there that the other servers ` +
  `of this vault use, or restore the key file that belongs to this database.`;

const earlierKey = (settings: KeySettings) =>
  `The database still contains the key of an earlier version, which differs from the one in ${keyLocation(settings)}: ` +
  `start once without it, so that the key moves to ${keyFileOf(settings.dataDir)}, then run npm run vault -- rotate-key.`;
