import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from './database/index.ts';

const OWNER_ONLY = 0o700;
/** Others can pass to a path that they know, and read nothing. */
const PASSABLE = 0o711;

/**
 * Closes the data folder to other users of the machine (GUARD-07). When root runs the vault and PostgreSQL has another
 * account, the folder stays passable for it.
 * @param path exists
 */
export async function protectDataDir(path: string, log: Log): Promise<void> {
  // Windows has no such modes.
  if (process.platform === 'win32') return;
  const { mode, uid } = await stat(path);
  const postgres = await stat(join(path, 'postgres')).catch(() => null);
  const wanted = postgres === null || postgres.uid === uid ? OWNER_ONLY : PASSABLE;
  if ((mode & 0o777 & ~wanted) === 0) return;
  try {
    await chmod(path, wanted);
    log.info({ path, mode: wanted.toString(8) }, 'Data folder closed to other users');
  } catch (error) {
    log.warn({ path, err: error }, 'Data folder is open to other users, and its mode cannot be changed');
  }
}
