import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobReader, type BlobRef, type BlobStore, diskBlobs } from '../blobs/index.ts';
import { writeFailure } from './backup-error.ts';
import {
  chooseSnapshot,
  foreignSnapshot,
  identityText,
  mustBeBackupOf,
  noBackup,
  otherFiles,
  otherVault,
  vaultIdIn,
} from './choose-snapshot.ts';
import { ContentFolder } from './content-folder.ts';
import { syncFolder } from './files.ts';
import { type Manifest, manifestText, readManifest } from './manifest.ts';
import { type BackupPlace, isSnapshotName, type Snapshot, snapshotName } from './place.ts';
import { syncDisk } from './sync-disk.ts';

/*
 * A backup folder: `vault-backup.json` names the vault, `blobs/` has the contents of all snapshots, each once, and
 * `snapshots/TIME/` has a manifest, the rows of the tables, the waiting jobs and the list of its contents.
 */
const IDENTITY = 'vault-backup.json';
const UNFINISHED = '.unfinished';

/** @param path of the folder; it is created by `prepare` */
export const folderPlace = (path: string): BackupPlace => new FolderPlace(path);

class FolderPlace implements BackupPlace {
  readonly label: string;
  readonly #contents: ContentFolder;
  readonly #snapshots: string;
  readonly #unfinished: string;

  constructor(path: string) {
    this.label = path;
    this.#contents = new ContentFolder(join(path, 'blobs'));
    this.#snapshots = join(path, 'snapshots');
    this.#unfinished = join(this.#snapshots, UNFINISHED);
  }

  async prepare(vaultId: string): Promise<string> {
    try {
      await this.#mustBeOf(vaultId);
      for (const path of [join(this.label, 'blobs'), this.#snapshots])
        await mkdir(path, { recursive: true, mode: 0o700 });
      await rm(this.#unfinished, { recursive: true, force: true });
      await mkdir(join(this.#unfinished, 'tables'), { recursive: true, mode: 0o700 });
      await syncFolder(this.label);
      return this.#unfinished;
    } catch (error) {
      throw writeFailure(error, this.label);
    }
  }

  copies(): Promise<BlobStore> {
    return diskBlobs(join(this.label, 'blobs'));
  }

  write(content: Pick<BlobRef, 'key' | 'sizeBytes'>, openContent: () => Promise<BlobReader>): Promise<void> {
    return this.#contents.write(content, openContent);
  }

  labelOf(key: string): string {
    return join(this.label, 'blobs', key);
  }

  sync(): Promise<void> {
    return syncDisk(this.label);
  }

  async finish(manifest: Manifest): Promise<string> {
    await writeFile(join(this.#unfinished, 'manifest.json'), manifestText(manifest), {
      mode: 0o600,
      flush: true,
    });
    await syncFolder(this.#unfinished);
    const name = snapshotName(manifest);
    await rename(this.#unfinished, join(this.#snapshots, name));
    await syncFolder(this.#snapshots);
    return name;
  }

  async discard(): Promise<void> {
    await rm(this.#unfinished, { recursive: true, force: true }).catch(() => undefined);
  }

  async open(name: string | null): Promise<Snapshot> {
    const identity = await this.#readIdentity();
    if (identity === null) throw noBackup(this.label);
    const chosen = chooseSnapshot(await this.#names(), name, this.label);
    const path = join(this.#snapshots, chosen);
    const manifest = await readManifest(join(path, 'manifest.json'));
    if (manifest.vaultId !== identity) throw foreignSnapshot(chosen, this.label);
    return { name: chosen, path, label: path, manifest };
  }

  async snapshots(vaultId: string): Promise<string[]> {
    mustBeBackupOf(vaultId, await this.#readIdentity(), this.label);
    return this.#names();
  }

  openLists(names: readonly string[]): Promise<Snapshot[]> {
    return Promise.all(names.map((name) => this.open(name)));
  }

  async removeSnapshot(name: string): Promise<void> {
    try {
      await rm(this.#unfinished, { recursive: true, force: true });
      await rename(join(this.#snapshots, name), this.#unfinished);
      await syncFolder(this.#snapshots);
      await rm(this.#unfinished, { recursive: true });
    } catch (error) {
      throw writeFailure(error, this.label);
    }
  }

  /** It has stored nothing elsewhere. */
  close = async (): Promise<void> => undefined;

  async #mustBeOf(vaultId: string): Promise<void> {
    await mkdir(this.label, { recursive: true, mode: 0o700 });
    const identity = await this.#readIdentity();
    if (identity !== null && identity !== vaultId) throw otherVault(this.label);
    if (identity !== null) return;
    if ((await readdir(this.label)).length > 0) throw otherFiles(this.label);
    await writeFile(join(this.label, IDENTITY), identityText(vaultId), { mode: 0o600, flush: true });
  }

  /** The names of the finished snapshots, the oldest first. */
  async #names(): Promise<string[]> {
    const names = await readdir(this.#snapshots).catch(() => []);
    return names.filter(isSnapshotName).toSorted();
  }

  /** The id of the vault of the folder; null when there is no backup in it. */
  async #readIdentity(): Promise<string | null> {
    const path = join(this.label, IDENTITY);
    try {
      return vaultIdIn(await readFile(path, 'utf8'), path);
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ENOENT') return null;
      throw error;
    }
  }
}
