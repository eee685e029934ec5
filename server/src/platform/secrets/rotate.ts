import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database, DB } from '../database/index.ts';
import { createSealer, type Sealer } from '../tokens/index.ts';
import { SecretKeyError } from './errors.ts';
import { keyFileOf, moveKeyFile, nextKeyFileOf, readGivenKeyFile, replaceKeyFile } from './key-file.ts';
import { finishRotation, givenSecret, type KeySettings, keyLocation } from './open.ts';
import {
  countListeners,
  lockTable,
  notifyRotation,
  replaceFingerprint,
  type SealedRow,
  sealedRows,
  selectStoredKey,
  updateSealed,
  whileRotating,
} from './queries.ts';
import { SEALED_TABLES } from './sealed-columns.ts';
import { createSecretKey, fingerprintOf, SECRET_KEY_BYTES, type SecretKey } from './secret-key.ts';
import { KEY_CHANNEL } from './watch.ts';

export interface RotationDeps {
  settings: KeySettings;
  database: Database;
  /** the file with the present key, if SECRET_KEY or SECRET_KEY_FILE contain the next one; else null */
  oldKeyFile: string | null;
  /** runs in the transaction of the rotation */
  onRotated?: (tx: Transaction<DB>) => Promise<void>;
}

export interface Rotation {
  /** numbers of sealed values */
  resealed: number;
  /** values that the old key does not open either, because they are damaged; they stay as they are */
  unreadable: number;
  /** where the next key is */
  location: string;
}

/**
 * Replaces the key of the vault (GUARD-06): seals all sealed columns again, in one transaction. Signed addresses and
 * access codes of the old key end. The next key is durable before the transaction; if the command is cut after it, the
 * next start of the vault completes the rotation.
 * @throws SecretKeyError when a server uses the database, or a key is missing or not that of the database
 */
export async function rotateKey(deps: RotationDeps): Promise<Rotation> {
  const { settings, database } = deps;
  const done = await whileRotating(database.kysely, async () => {
    await mustBeUnused(database);
    const { oldKey, nextSecret, isOwnFile } = await keysOf(deps);
    const next = nextKeyFileOf(settings.dataDir);
    if (isOwnFile) await replaceKeyFile(next, nextSecret);
    const counts = await database.transaction(async (tx) => {
      await deps.onRotated?.(tx);
      return reseal(tx, oldKey, createSecretKey(nextSecret));
    });
    if (isOwnFile) await moveKeyFile(next, keyFileOf(settings.dataDir));
    return { ...counts, location: keyLocation(settings) };
  });
  if (done === null) throw new SecretKeyError('Another process is rotating the key. Nothing was changed.');
  return done;
}

async function mustBeUnused({ kysely }: Database): Promise<void> {
  if ((await countListeners(kysely)) === 0) return;
  throw new SecretKeyError(
    'A server of this vault is running. Stop all servers, run the command again, then start them. Nothing was changed.',
  );
}

async function keysOf({ settings, database, oldKeyFile }: RotationDeps) {
  const stored = await selectStoredKey(database.kysely);
  if (stored.fingerprint === null) {
    throw new SecretKeyError('This vault has no key yet: start it once, stop it, then rotate the key.');
  }
  const given = await givenSecret(settings);
  const isOwnFile = given === null;
  if (isOwnFile !== (oldKeyFile === null)) {
    throw new SecretKeyError(isOwnFile ? WITHOUT_OLD_FILE : WITH_OLD_FILE);
  }
  if (isOwnFile) await finishRotation(settings.dataDir, stored);
  const path = oldKeyFile ?? keyFileOf(settings.dataDir);
  const oldKey = createSecretKey(
    await readGivenKeyFile(path, oldKeyFile === null ? 'DATA_DIR' : '--old-key-file'),
  );
  if (fingerprintOf(oldKey) !== stored.fingerprint) {
    throw new SecretKeyError(`The key in ${path} is not the key of this database. Nothing was changed.`);
  }
  const nextSecret = given ?? randomBytes(SECRET_KEY_BYTES);
  if (fingerprintOf(createSecretKey(nextSecret)) === stored.fingerprint) {
    throw new SecretKeyError(
      `${keyLocation(settings)} contains the present key: write the next one there. Nothing was changed.`,
    );
  }
  return { oldKey, nextSecret, isOwnFile };
}

const WITH_OLD_FILE =
  'Write the next key to SECRET_KEY or SECRET_KEY_FILE, and name a file with the present one: --old-key-file <path>. ' +
  'Nothing was changed.';
const WITHOUT_OLD_FILE =
  '--old-key-file is only for a next key in SECRET_KEY or SECRET_KEY_FILE. Nothing was changed.';

async function reseal(tx: Transaction<DB>, oldKey: SecretKey, nextKey: SecretKey) {
  const [from, to] = [oldKey, nextKey].map((key) => createSealer(key.secretFor('sealed secrets'))) as [
    Sealer,
    Sealer,
  ];
  const counts = { resealed: 0, unreadable: 0 };
  const again = (value: Buffer | null) => {
    if (value === null) return null;
    const text = openOrNull(from, value);
    counts[text === null ? 'unreadable' : 'resealed'] += 1;
    return text === null ? value : to.seal(text);
  };
  for (const table of SEALED_TABLES) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await lockTable(tx, table.table);
    for await (const rows of sealedRows(tx, table)) {
      const resealed = rows.map(({ location, values }): SealedRow => ({
        location,
        values: values.map(again),
      }));
      await updateSealed(tx, table, resealed);
    }
  }
  await replaceFingerprint(tx, fingerprintOf(nextKey));
  await notifyRotation(tx, KEY_CHANNEL);
  return counts;
}

function openOrNull(sealer: Sealer, value: Buffer): string | null {
  try {
    return sealer.open(value);
  } catch {
    return null;
  }
}
