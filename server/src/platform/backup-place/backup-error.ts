/** A backup or its restore cannot be done; the message is a sentence for the person who typed the command. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/** The sentence for a failure to write to a folder; any other error is returned as it is. */
export function writeFailure(error: unknown, folder: string): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return error;
  if (FULL.has(code)) {
    return new BackupError(
      `The disk of ${folder} is full. Earlier backups in it are as they were; free some space, for example by backup prune, and run the command again.`,
      { cause: error },
    );
  }
  if (REFUSED.has(code)) {
    return new BackupError(`${folder} cannot be written (${code}). Check its owner and its mode.`, {
      cause: error,
    });
  }
  return error;
}
