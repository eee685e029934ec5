import { link, open, type FileHandle, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { codeOf, SecretKeyError } from './errors.ts';
import { SECRET_KEY_BYTES } from './secret-key.ts';

const KEY = /^[\da-f]{64}$/i;
/** A key file has 65 bytes; more is another file, which is not read. */
const MAX_BYTES = 1024;
const OWNER_ONLY = 0o600;
/** Readable, writable or executable by others than the owner. */
const OTHERS = 0o077;
/** As OTHERS, but a group may read: service managers protect a secret by a separate group. */
const OTHERS_THAN_READING_GROUP = 0o037;

/** The file of the key in a data folder. */
export const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key');

/** The file of the next key, while `rotate-key` runs. */
export const nextKeyFileOf = (dataDir: string): string => join(dataDir, 'secret.key.next');

/**
 * Reads the key file of the data folder. It is the vault's own file: if others can read it, its mode is corrected.
 * @returns null when there is none
 * @throws SecretKeyError when it cannot be read or contains no key
 */
export async function readOwnKeyFile(
  path: string,
): Promise<{ secret: Buffer; wasOpenToOthers: boolean } | null> {
  return withFile(path, async (handle) => {
    const wasOpenToOthers = await isOpen(handle, OTHERS);
    if (wasOpenToOthers) await handle.chmod(OWNER_ONLY);
    return { secret: await secretIn(handle, path), wasOpenToOthers };
  });
}

/**
 * Reads the file that SECRET_KEY_FILE names. It belongs to the operator, so its mode is never changed.
 * @throws SecretKeyError when it is missing, readable by others, or contains no key
 */
export async function readGivenKeyFile(path: string, setting = 'SECRET_KEY_FILE'): Promise<Buffer> {
  const secret = await withFile(path, async (handle) => {
    if (await isOpen(handle, OTHERS_THAN_READING_GROUP)) {
      throw new SecretKeyError(
        `The file ${path} (${setting}) can be read or changed by other users of this machine. Run: chmod 600 ${path}`,
      );
    }
    return secretIn(handle, path);
  });
  if (secret === null) {
    throw new SecretKeyError(
      `The file ${path} (${setting}) does not exist. It must contain the key of the vault: 64 hexadecimal characters.`,
    );
  }
  return secret;
}

async function withFile<T>(path: string, read: (handle: FileHandle) => Promise<T>): Promise<T | null> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(path, 'r');
    return await read(handle);
  } catch (error) {
    if (error instanceof SecretKeyError) throw error;
    if (codeOf(error) === 'ENOENT') return null;
    throw new SecretKeyError(`The key file ${path} cannot be read: ${messageOf(error)}.`, { cause: error });
  } finally {
    await handle?.close();
  }
}

async function isOpen(handle: FileHandle, bits: number): Promise<boolean> {
  // Windows has no such modes.
  return process.platform !== 'win32' && ((await handle.stat()).mode & bits) !== 0;
}

async function secretIn(handle: FileHandle, path: string): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
  const text = buffer.subarray(0, bytesRead).toString('latin1').trim();
  if (!KEY.test(text)) {
    throw new SecretKeyError(
      `The key file ${path} does not contain 64 hexadecimal characters. Restore it from its backup.`,
    );
  }
  return Buffer.from(text, 'hex');
}

/**
 * Stores a key durably, unless the file exists. The complete file appears at once, also after a power cut.
 * @returns false when the file exists
 */
export async function createKeyFile(path: string, secret: Buffer): Promise<boolean> {
  const temporary = await writeTemporary(path, secret);
  try {
    await link(temporary, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
  return true;
}

/** Stores a key durably in the place of an existing file. */
export async function replaceKeyFile(path: string, secret: Buffer): Promise<void> {
  await moveKeyFile(await writeTemporary(path, secret), path);
}

/** Renames a key file durably; an existing target is replaced. */
export async function moveKeyFile(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

async function writeTemporary(path: string, secret: Buffer): Promise<string> {
  if (secret.length !== SECRET_KEY_BYTES) throw new Error(`A key has ${SECRET_KEY_BYTES} bytes`);
  const temporary = `${path}.${randomUUID()}`;
  const handle = await open(temporary, 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(`${secret.toString('hex')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return temporary;
}

/** Windows cannot sync a folder, and does it implicitly. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
