import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  BlobDamaged,
  type BlobReader,
  type BlobRef,
  type BlobStore,
  type BucketFolder,
  streamOf,
} from '../blobs/index.ts';
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
import { filesIn } from './files.ts';
import { type Manifest, manifestText, readManifest } from './manifest.ts';
import { type BackupPlace, isSnapshotName, type Snapshot, snapshotName } from './place.ts';
import { contentsFile } from './snapshot-files.ts';

/*
 * A backup in a bucket has the files of a backup folder as objects. The files of a snapshot are made on this machine,
 * and stored at its end, the manifest last: a snapshot without a manifest is unfinished.
 */
const IDENTITY = 'vault-backup.json';
const SNAPSHOTS = 'snapshots/';
const MANIFEST = 'manifest.json';

/**
 * @param folder the part of the bucket
 * @param label its address, such as 's3://bucket/vault'
 */
export const bucketPlace = (folder: BucketFolder, label: string): BackupPlace =>
  new BucketPlace(folder, label);

class BucketPlace implements BackupPlace {
  readonly label: string;
  readonly #folder: BucketFolder;
  /** a folder of this machine, while there is work */
  #local: string | null = null;

  constructor(folder: BucketFolder, label: string) {
    this.#folder = folder;
    this.label = label;
  }

  async prepare(vaultId: string): Promise<string> {
    await this.#folder.check();
    await this.#mustBeOf(vaultId);
    const { finished, files } = await this.#snapshots();
    const unfinished = files.filter((file) => !finished.includes(snapshotIn(file)));
    await inGroups(unfinished, (file) => this.#folder.remove(file));
    const path = await this.#makeLocal();
    await mkdir(join(path, 'tables'), { mode: 0o700 });
    return path;
  }

  async copies(): Promise<BlobStore> {
    return this.#folder.blobs;
  }

  async write(
    { key, sizeBytes }: Pick<BlobRef, 'key' | 'sizeBytes'>,
    openContent: () => Promise<BlobReader>,
  ): Promise<void> {
    const options = { maxBytes: sizeBytes, expectedBytes: sizeBytes };
    await this.#folder.blobs.writeAs(key, streamOf(openContent), options);
  }

  labelOf(key: string): string {
    return `${this.label}/blobs/${key}`;
  }

  /** An object is durable when S3 has acknowledged it. */
  sync = async (): Promise<void> => undefined;

  async finish(manifest: Manifest): Promise<string> {
    const name = snapshotName(manifest);
    const local = this.#local ?? '';
    await inGroups(await filesIn(local), (file) =>
      this.#folder.put(`${SNAPSHOTS}${name}/${file}`, { path: join(local, file) }),
    );
    await this.#folder.put(`${SNAPSHOTS}${name}/${MANIFEST}`, { text: manifestText(manifest) });
    return name;
  }

  /** The next backup removes what `finish` has stored. */
  discard = (): Promise<void> => this.close();

  async open(name: string | null): Promise<Snapshot> {
    await this.#folder.checkReading();
    const identity = await this.#readIdentity();
    if (identity === null) throw noBackup(this.label);
    const { finished, files } = await this.#snapshots();
    const chosen = chooseSnapshot(finished, name, this.label);
    const path = await this.#makeLocal();
    const prefix = `${SNAPSHOTS}${chosen}/`;
    await inGroups(
      files.filter((file) => file.startsWith(prefix)),
      async (file) => {
        const target = join(path, file.slice(prefix.length));
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await this.#folder.copyTo(file, target);
      },
    );
    const manifest = await readManifest(join(path, MANIFEST));
    if (manifest.vaultId !== identity) throw foreignSnapshot(chosen, this.label);
    return { name: chosen, path, label: `${this.label}/${SNAPSHOTS}${chosen}`, manifest };
  }

  async snapshots(vaultId: string): Promise<string[]> {
    await this.#folder.check();
    mustBeBackupOf(vaultId, await this.#readIdentity(), this.label);
    return (await this.#snapshots()).finished;
  }

  async openLists(names: readonly string[]): Promise<Snapshot[]> {
    const local = await this.#makeLocal();
    const snapshots: Snapshot[] = [];
    await inGroups(names, async (name) => {
      const path = join(local, name);
      await mkdir(path, { mode: 0o700 });
      const label = `${this.label}/${SNAPSHOTS}${name}`;
      for (const file of [join(path, MANIFEST), contentsFile(path)])
        await this.#copyIfThere(`${SNAPSHOTS}${name}/${basename(file)}`, file);
      snapshots.push({ name, path, label, manifest: await readManifest(join(path, MANIFEST)) });
    });
    return snapshots;
  }

  async removeSnapshot(name: string): Promise<void> {
    const prefix = `${SNAPSHOTS}${name}/`;
    const files = await Array.fromAsync(this.#folder.names(prefix));
    // Without its manifest it is unfinished.
    await this.#folder.remove(`${prefix}${MANIFEST}`);
    await inGroups(files, (file) => this.#folder.remove(file));
  }

  async close(): Promise<void> {
    if (this.#local === null) return;
    await rm(this.#local, { recursive: true, force: true }).catch(() => undefined);
    this.#local = null;
  }

  async #mustBeOf(vaultId: string): Promise<void> {
    const identity = await this.#readIdentity();
    if (identity !== null && identity !== vaultId) throw otherVault(this.label);
    if (identity !== null) return;
    for await (const name of this.#folder.names('')) if (name !== '') throw otherFiles(this.label);
    await this.#folder.put(IDENTITY, { text: identityText(vaultId) });
  }

  async #readIdentity(): Promise<string | null> {
    const text = await this.#folder.text(IDENTITY);
    return text === null ? null : vaultIdIn(text, `${this.label}/${IDENTITY}`);
  }

  /** All files of snapshots, and the names of the finished ones, the oldest first. */
  async #snapshots(): Promise<{ files: string[]; finished: string[] }> {
    const files: string[] = [];
    for await (const file of this.#folder.names(SNAPSHOTS)) files.push(file);
    const finished = files.filter((file) => file.endsWith(`/${MANIFEST}`)).map(snapshotIn);
    return { files, finished: finished.filter(isSnapshotName).toSorted() };
  }

  async #copyIfThere(file: string, path: string): Promise<void> {
    try {
      await this.#folder.copyTo(file, path);
    } catch (error) {
      if (!(error instanceof BlobDamaged)) throw error;
    }
  }

  async #makeLocal(): Promise<string> {
    await this.close();
    this.#local = await mkdtemp(join(tmpdir(), 'vault-backup-'));
    return this.#local;
  }
}

/** The name of the snapshot of a file. */
const snapshotIn = (file: string): string => file.slice(SNAPSHOTS.length).split('/')[0] ?? '';

/** Each call waits for an answer of S3, so several are made together. */
const GROUP = 8;

async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += GROUP)
    await Promise.all(items.slice(at, at + GROUP).map((item) => work(item)));
}
