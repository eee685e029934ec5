import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import { syncFolder } from './files.ts';
import { type Manifest, manifestText, readManifest } from './manifest.ts';
import { syncDisk } from './sync-disk.ts';

/*
 * A backup folder: `vault-backup.json` names the vault, `blobs/` has the contents of all snapshots, each once, and
 * `snapshots/TIME/` has a manifest, the rows of the tables, the waiting jobs and the list of its contents.
 */
const IDENTITY = 'vault-backup.json';
const UNFINISHED = '.unfinished';
const NAME = /^\d{8}T\d{9}Z$/;

export const blobsOf = (folder: string): string => join(folder, 'blobs');
export const tableFile = (snapshot: string, name: string): string => join(snapshot, 'tables', `${name}.copy`);
export const contentsFile = (snapshot: string): string => join(snapshot, 'blobs.tsv');
export const jobsFile = (snapshot: string): string => join(snapshot, 'jobs.jsonl');
const snapshotsOf = (folder: string): string => join(folder, 'snapshots');
const snapshotPath = (folder: string, name: string): string => join(snapshotsOf(folder), name);
export const unfinishedPath = (folder: string): string => snapshotPath(folder, UNFINISHED);

/** '20261125T142000123Z' */
const snapshotName = (takenAt: Date): string => takenAt.toISOString().replaceAll(/[-:.]/g, '');

/**
 * Makes a folder ready for a backup of this vault: a new or empty folder, or one with earlier backups of it.
 * @throws BackupError for a folder with other files, or with backups of another vault
 */
export async function prepareFolder(folder: string, vaultId: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const identity = await readIdentity(folder);
  if (identity === null) {
    if ((await readdir(folder)).length > 0) {
      throw new BackupError(`${folder} has other files and no backup. Name an empty or a new folder.`);
    }
    await writeFile(join(folder, IDENTITY), `${JSON.stringify({ format: 1, vaultId })}\n`, {
      mode: 0o600,
      flush: true,
    });
  } else if (identity !== vaultId) {
    throw new BackupError(`${folder} has backups of another vault. Name another folder.`);
  }
  for (const path of [blobsOf(folder), snapshotsOf(folder)])
    await mkdir(path, { recursive: true, mode: 0o700 });
  await rm(unfinishedPath(folder), { recursive: true, force: true });
  await mkdir(join(unfinishedPath(folder), 'tables'), { recursive: true, mode: 0o700 });
  await syncFolder(folder);
}

/** Makes everything durable that was written to the folder so far. */
export const syncBackup = (folder: string): Promise<void> => syncDisk(folder);

/** Ends the unfinished snapshot: it appears at once, with its manifest. @returns its name */
export async function finishSnapshot(folder: string, manifest: Manifest): Promise<string> {
  const path = unfinishedPath(folder);
  await writeFile(join(path, 'manifest.json'), manifestText(manifest), { mode: 0o600, flush: true });
  await syncFolder(path);
  const name = snapshotName(new Date(manifest.takenAt));
  await rename(path, snapshotPath(folder, name));
  await syncFolder(snapshotsOf(folder));
  return name;
}

/** Removes the unfinished snapshot of a backup that has failed. */
export async function discardSnapshot(folder: string): Promise<void> {
  await rm(unfinishedPath(folder), { recursive: true, force: true }).catch(() => undefined);
}

/** A finished snapshot of a backup. */
export interface Snapshot {
  name: string;
  path: string;
  manifest: Manifest;
}

/**
 * Opens a snapshot.
 * @param name null for the newest one
 * @throws BackupError when there is none, or its manifest is not right
 */
export async function openSnapshot(folder: string, name: string | null): Promise<Snapshot> {
  const identity = await readIdentity(folder);
  if (identity === null) throw new BackupError(`There is no backup in ${folder}.`);
  const names = await snapshotNames(folder);
  const chosen = name ?? names.at(-1);
  if (chosen === undefined)
    throw new BackupError(`The backup in ${folder} was never finished: it has no snapshot.`);
  if (!names.includes(chosen)) {
    throw new BackupError(
      `The backup in ${folder} has no snapshot ${chosen}. It has: ${names.join(', ') || 'none'}.`,
    );
  }
  const path = snapshotPath(folder, chosen);
  const manifest = await readManifest(join(path, 'manifest.json'));
  if (manifest.vaultId !== identity) {
    throw new BackupError(`The snapshot ${chosen} belongs to another vault than the rest of ${folder}.`);
  }
  return { name: chosen, path, manifest };
}

/** The names of the finished snapshots, the oldest first. */
async function snapshotNames(folder: string): Promise<string[]> {
  const names = await readdir(snapshotsOf(folder)).catch(() => []);
  return names.filter((name) => NAME.test(name)).toSorted();
}

/** The id of the vault of a backup folder; null when there is no backup in it. */
async function readIdentity(folder: string): Promise<string | null> {
  try {
    const { vaultId } = JSON.parse(await readFile(join(folder, IDENTITY), 'utf8')) as { vaultId?: unknown };
    if (typeof vaultId === 'string') return vaultId;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new BackupError(
    `${join(folder, IDENTITY)} was cut or altered. Write it again, or use another backup.`,
  );
}
