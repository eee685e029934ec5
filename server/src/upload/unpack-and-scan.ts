import { deleteInfected, releaseBytes } from '../blobs/index.ts';
import { type ByteSource, ZipError } from '../platform/zip/index.ts';
import { type FolderFile, type FolderZip, openFolderZip } from './folder-zip.ts';
import type { UploadDeps } from './deps.ts';
import type { ArchiveFile } from './archive.queries.ts';
import type { Wanted } from './quota.ts';
import { stateAfter, scanStoredBytes } from './scan.ts';

/** Files up to this size are held in memory, so that several can be stored and scanned concurrently. */
const SMALL_BYTES = 1024 * 1024;
/**
 * Maximum number of files, and of their bytes in memory, that are stored and scanned concurrently: many small files
 * share a run of the scanner, and the bytes bound the memory. Only one file at a time is read from the ZIP.
 */
const MAX_AT_ONCE = 64;
const MAX_BYTES_AT_ONCE = 16 * 1024 * 1024;

export interface UnpackOptions {
  uid: string;
  /** as in `Scanner.scan` */
  sender: string;
  folderName: string;
  /** reserves the claimed files before the first is unpacked; throws over a quota (GUARD-24) */
  reserve: (files: Wanted) => Promise<void>;
}

/**
 * Unpacks a folder's ZIP into blobs and scans each file. Nothing is written to the database. After a failure all blobs
 * are released.
 * @returns the files in the order of the ZIP; infected files without their bytes, which are released
 * @throws 400 for a ZIP that is refused, ZipError for one that does not match its directory, the errors of `reserve`
 * and of the store
 */
export async function unpackFolder(
  deps: UploadDeps,
  source: ByteSource,
  { uid, sender, folderName, reserve }: UnpackOptions,
): Promise<ArchiveFile[]> {
  const { maxUploadBytes, nameCharacters } = deps.settings;
  const zip = await openFolderZip(source, { folderName, maxUploadBytes, nameCharacters });
  const bytes = zip.files.reduce((sum, file) => sum + (file.isReadable ? file.sizeBytes : 0), 0);
  await reserve({ bytes, files: zip.files.length });
  const unpacked: ArchiveFile[] = zip.files.map((file, n) => ({
    key: `${uid}_${n}`,
    name: file.path,
    state: 'failed',
    blob: null,
  }));
  const pool = new WorkPool();
  try {
    for (const [n, file] of zip.files.entries()) {
      const archiveFile = unpacked[n];
      if (archiveFile === undefined || !file.isReadable) continue;
      const body = await bodyOf(zip, file);
      if (body === null) continue;
      const storing = store(deps, { archiveFile, file, body });
      const isInMemory = Array.isArray(body);
      // A large file is read from the ZIP while it is stored, so the next file must wait.
      if (!isInMemory) await storing;
      await pool.add(isInMemory ? file.sizeBytes : 0, async () =>
        (await storing) ? scan(deps, archiveFile, sender) : undefined,
      );
    }
    await pool.finish();
    return unpacked;
  } catch (error) {
    await pool.finish().catch(() => {});
    await releaseBytes(deps, keysOf(unpacked));
    throw error;
  }
}

/** Runs work concurrently while the next file is read. After the first failure `add` throws. */
class WorkPool {
  readonly #running = new Set<Promise<void>>();
  #bytes = 0;
  #failure: { error: unknown } | null = null;

  /** Waits while the maximum number of tasks or bytes is at work. @throws the error of earlier work */
  async add(bytes: number, work: () => Promise<void>): Promise<void> {
    this.#bytes += bytes;
    const running = work()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .then(() => {
        this.#running.delete(running);
        this.#bytes -= bytes;
      });
    this.#running.add(running);
    while (this.#isFull()) await Promise.race(this.#running);
    if (this.#failure !== null) throw this.#failure.error;
  }

  #isFull(): boolean {
    return this.#running.size >= MAX_AT_ONCE || (this.#running.size > 0 && this.#bytes >= MAX_BYTES_AT_ONCE);
  }

  async finish(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#failure !== null) throw this.#failure.error;
  }
}

/** The storage keys of the files that have bytes. */
export const keysOf = (unpacked: readonly ArchiveFile[]): string[] =>
  unpacked.flatMap(({ blob }) => (blob === null ? [] : [blob.key]));

/** The bytes of a small file or the stream of a large one; null when the bytes are damaged. */
async function bodyOf(zip: FolderZip, file: FolderFile): Promise<Buffer[] | AsyncIterable<Buffer> | null> {
  const stream = zip.unpack(file);
  if (file.sizeBytes > SMALL_BYTES) return stream;
  try {
    return await Array.fromAsync(stream);
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

/** Stores one file and sets its blob. @returns false when its bytes are damaged: its state stays 'failed' */
async function store(
  { blobs, settings: { minimumFree: leaveFree } }: UploadDeps,
  {
    archiveFile,
    file,
    body,
  }: { archiveFile: ArchiveFile; file: FolderFile; body: Buffer[] | AsyncIterable<Buffer> },
): Promise<boolean> {
  const { sizeBytes } = file;
  try {
    const options = { maxBytes: sizeBytes, expectedBytes: sizeBytes, leaveFree, ownsPieces: true };
    archiveFile.blob = await blobs.write(streamOf(body), options);
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

async function scan(deps: UploadDeps, archiveFile: ArchiveFile, sender: string): Promise<void> {
  const { key, name, blob } = archiveFile;
  if (blob === null) return;
  const verdict = await scanStoredBytes(deps, blob, { id: key, name, sender });
  archiveFile.state = stateAfter(verdict);
  if (archiveFile.state !== 'infected') return;
  archiveFile.blob = null;
  await deleteInfected(deps, [blob.key]);
}

async function* streamOf(body: Buffer[] | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* body;
}

const isDamage = (error: unknown) => error instanceof ZipError && error.problem === 'damaged';
