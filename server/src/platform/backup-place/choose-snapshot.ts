import { BackupError } from './backup-error.ts';

/**
 * Chooses a snapshot by its name, or the newest one.
 * @param names of the finished snapshots, the oldest first
 * @param label of the place
 * @throws BackupError when there is none
 */
export function chooseSnapshot(names: readonly string[], name: string | null, label: string): string {
  const chosen = name ?? names.at(-1);
  if (chosen === undefined)
    throw new BackupError(`The backup in ${label} was never finished: it has no snapshot.`);
  if (!names.includes(chosen)) {
    throw new BackupError(
      `The backup in ${label} has no snapshot ${chosen}. It has: ${names.join(', ') || 'none'}.`,
    );
  }
  return chosen;
}

export const noBackup = (label: string) => new BackupError(`There is no backup in ${label}.`);
export const otherFiles = (label: string) =>
  new BackupError(`${label} has other files and no backup. Name an empty or a new place.`);
export const otherVault = (label: string) =>
  new BackupError(`${label} has backups of another vault. Name another place.`);
export const foreignSnapshot = (name: string, label: string) =>
  new BackupError(`The snapshot ${name} belongs to another vault than the rest of ${label}.`);

/**
 * @param identity the id of the vault of a place; null when there is no backup in it
 * @throws BackupError when it is not the backup of this vault
 */
export function mustBeBackupOf(vaultId: string, identity: string | null, label: string): void {
  if (identity === null) throw noBackup(label);
  if (identity !== vaultId) throw otherVault(label);
}

/**
 * Parses the file that names the vault of a backup.
 * @param label of the file
 * @throws BackupError for another text
 */
export function vaultIdIn(text: string, label: string): string {
  try {
    const { vaultId } = JSON.parse(text) as { vaultId?: unknown };
    if (typeof vaultId === 'string') return vaultId;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new BackupError(`${label} was cut or altered. Write it again, or use another backup.`);
}

export const identityText = (vaultId: string): string => `${JSON.stringify({ format: 1, vaultId })}\n`;
