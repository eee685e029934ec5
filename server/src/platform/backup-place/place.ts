import type { BlobReader, BlobRef, BlobStore } from '../blobs/index.ts';
import type { Manifest } from './manifest.ts';

/** A finished snapshot of a backup. */
export interface Snapshot {
  name: string;
  /** a folder of this machine with its files */
  path: string;
  /** how sentences name it */
  label: string;
  manifest: Manifest;
}

/** The stored contents of a backup. */
export type Copies = Pick<BlobStore, 'list' | 'sizeOf' | 'measure' | 'read' | 'delete'>;

/**
 * Where the backups of one vault are: the contents of all snapshots, each once, and the files of each snapshot. An
 * unfinished snapshot is never opened, and the next backup removes it.
 */
export interface BackupPlace {
  /** how sentences name it */
  readonly label: string;
  /**
   * Makes it ready for a snapshot of this vault: it is new or empty, or has earlier backups of the vault.
   * @returns an empty folder of this machine, with `tables/`, for the files of the snapshot
   * @throws BackupError when it has other files, or backups of another vault
   */
  prepare(vaultId: string): Promise<string>;
  /** Opens the contents of all snapshots, after `prepare` or `open`. */
  copies(): Promise<Copies>;
  /**
   * Stores a content, which is durable after `finish` only.
   * @throws the error of the reader or of the store; the content is then missing, or has another length
   */
  write(content: Pick<BlobRef, 'key' | 'sizeBytes'>, openContent: () => Promise<BlobReader>): Promise<void>;
  /** how sentences name a content */
  labelOf(key: string): string;
  /** Makes everything durable that was written so far. */
  sync(): Promise<void>;
  /** Ends the snapshot: it appears at once. @returns its name */
  finish(manifest: Manifest): Promise<string>;
  /** Removes the unfinished snapshot of a backup that has failed. */
  discard(): Promise<void>;
  /**
   * Opens a snapshot.
   * @param name null for the newest one
   * @throws BackupError when there is none, or its manifest is not right
   */
  open(name: string | null): Promise<Snapshot>;
  /**
   * The names of the finished snapshots, the oldest first.
   * @throws BackupError when there is no backup, or one of another vault
   */
  snapshots(vaultId: string): Promise<string[]>;
  /** Opens snapshots without their rows. @throws BackupError when a manifest is not right */
  openLists(names: readonly string[]): Promise<Snapshot[]>;
  /** Removes a snapshot without its contents. From the first step on it counts as unfinished. */
  removeSnapshot(name: string): Promise<void>;
  /** Removes what it has stored on this machine for its work. */
  close(): Promise<void>;
}

const NAME = /^\d{8}T\d{9}Z$/;

/** '20261125T142000123Z' */
export const snapshotName = (manifest: Manifest): string =>
  new Date(manifest.takenAt).toISOString().replaceAll(/[-:.]/g, '');

export const isSnapshotName = (name: string): boolean => NAME.test(name);

/** The time of the rows of a snapshot. @param name as `snapshotName` makes it */
export const takenAtOf = (name: string): Date =>
  new Date(name.replace(/^(....)(..)(..)T(..)(..)(..)(...)Z$/, '$1-$2-$3T$4:$5:$6.$7Z'));
