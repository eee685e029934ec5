import { createHash } from 'node:crypto';
import { chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseStartError } from '../start-error.ts';

/** The kernel accepts 107 bytes on Linux and 103 on macOS, with the name of the socket and a closing zero. */
const MAX_SOCKET_PATH_BYTES = 100;

export const SOCKET_PORT = 5432;

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The folder of a data folder's unix socket: beside the data, or, when that path is too long for a socket, in the
 * temporary folder under a name derived from it.
 * @param dataDir absolute path
 */
export function socketDirectoryOf(dataDir: string, temporary = tmpdir()): string {
  const beside = join(dataDir, 'postgres-socket');
  const socketPath = join(beside, `.s.PGSQL.${SOCKET_PORT}.lock`);
  if (Buffer.byteLength(socketPath) <= MAX_SOCKET_PATH_BYTES) return beside;
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join(temporary, `portal-vault-${hash}`);
}

/**
 * Creates the folder for its owner only. Every user who can enter it has the rights of the database's owner, so a
 * folder that another user has prepared under the same name is refused.
 * @param account the owner when PostgreSQL runs under another account than this process
 * @throws DatabaseStartError when the folder belongs to another user or is open to others
 */
export async function preparePrivateDirectory(path: string, account: Owner | null): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
    if (account !== null) await chown(path, account.uid, account.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = await lstat(path);
  const owner = account?.uid ?? process.getuid?.() ?? found.uid;
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new DatabaseStartError(
      `${path} must be a folder that only the user ${owner} can enter. Remove it and start again.`,
    );
  }
}
