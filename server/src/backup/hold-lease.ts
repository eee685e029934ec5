import { randomUUID } from 'node:crypto';
import { endBackupLease, renewBackupLease, takeBackupLease } from '../blobs/index.ts';
import { BackupError } from '../platform/backup-place/index.ts';
import type { Database } from '../platform/database/index.ts';

const RENEW_EVERY_MS = 30_000;

/** The lease of the running backup. */
export interface HeldLease {
  /** fires when the lease was lost */
  signal: AbortSignal;
  /** @throws BackupError when the lease was lost */
  mustHold: () => Promise<void>;
}

const lost = () =>
  new BackupError(
    'The backup was interrupted for so long that the vault may have deleted files of it. Run the command again.',
  );

/**
 * Runs `work` while no stored bytes are deleted.
 * @throws BackupError when another backup of this vault runs, or the lease is lost
 */
export async function whileLeased<T>(
  { kysely }: Pick<Database, 'kysely'>,
  work: (lease: HeldLease) => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  if (!(await takeBackupLease(kysely, holder))) {
    throw new BackupError(
      'Another backup of this vault is running. If it was killed, this command works again after three minutes.',
    );
  }
  const ended = new AbortController();
  // A renewal that fails is repeated; the database decides at the next one whether the lease has ended.
  const renew = async () => {
    if (!(await renewBackupLease(kysely, holder))) ended.abort(lost());
  };
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS);
  try {
    return await work({
      signal: ended.signal,
      mustHold: async () => {
        await renew();
        ended.signal.throwIfAborted();
      },
    });
  } finally {
    clearInterval(timer);
    await endBackupLease(kysely, holder).catch(() => undefined);
  }
}
