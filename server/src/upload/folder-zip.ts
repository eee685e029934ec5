import { MAX_FOLDER_DEPTH, Messages, type NameCharacters, normalizeName } from '@vault/contract';
import { Errors } from '../http/index.ts';
import {
  type ByteSource,
  FILE_TYPE,
  openZip,
  type ZipArchive,
  type ZipEntry,
  ZipError,
} from '../platform/zip/index.ts';

/** Contract 10.12. */
const MAX_ENTRIES = 10_000;
const MAX_RATIO = 200;
/** Entries up to this size can have any compression ratio, because even a page of spaces has a high one. */
const RATIO_COUNTS_FROM_BYTES = 1024 * 1024;
/** The maximum unpacked size of a folder, as a multiple of the largest upload. */
const MAX_UNPACKED_UPLOADS = 4;

const LIMITS = {
  maxEntries: MAX_ENTRIES,
  // longer than any path on Windows or Linux
  maxNameBytes: 4096,
  maxDirectoryBytes: 16 * 1024 * 1024,
};

/** One file of a folder that is being uploaded. */
export interface FolderFile {
  /** path in the ZIP, each name trimmed, the top folder first; the names can still break the name rules */
  path: string;
  sizeBytes: number;
  /**
   * false for symbolic links, devices, encrypted entries and unknown methods: they are not unpacked (contract 10.12)
   */
  isReadable: boolean;
}

/** A folder's ZIP whose directory was checked. */
export interface FolderZip {
  /** in the order of the ZIP, without folders (UPLOAD-34) */
  files: readonly FolderFile[];
  /**
   * Yields the bytes of a file; their number and CRC-32 match the directory.
   * @throws ZipError: `damaged` affects this file only, every other problem affects the complete folder
   */
  unpack(file: FolderFile): AsyncIterable<Buffer>;
}

export interface FolderZipRules {
  /** name of the folder: every entry must be inside it (D-22) */
  folderName: string;
  maxUploadBytes: number;
  nameCharacters: NameCharacters;
}

/**
 * Reads the directory of a folder's ZIP and checks it before anything is unpacked (D-22, T-54, contract 10.12). Memory
 * is bounded whatever the ZIP claims.
 * @throws 400 for the complete folder
 */
export async function openFolderZip(source: ByteSource, rules: FolderZipRules): Promise<FolderZip> {
  const archive = await openZip(source, LIMITS).catch((error: unknown) => {
    throw asRefusal(error);
  });
  mustBeNoBomb(archive, rules.maxUploadBytes);
  const entries = new Map<FolderFile, ZipEntry>();
  const paths = new Set<string>();
  for (const entry of archive.entries) {
    const path = pathOf(entry, rules);
    if (entry.isDirectory || entry.fileType === FILE_TYPE.directory) continue;
    if (paths.has(path)) throw Errors.badFolderArchive(Messages.folderArchiveUnsafe);
    paths.add(path);
    entries.set({ path, sizeBytes: entry.sizeBytes, isReadable: isReadable(entry) }, entry);
  }
  return {
    files: [...entries.keys()],
    unpack(file) {
      const entry = entries.get(file);
      if (entry === undefined) throw new Error('The file belongs to another folder');
      return archive.unpack(entry);
    },
  };
}

/** Converts a ZipError to the 400 that the caller gets; returns other errors unchanged. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof ZipError)) return error;
  const message = error.problem === 'limit' ? Messages.folderArchiveTooLarge : Messages.folderArchiveInvalid;
  return Errors.badFolderArchive(message);
}

/**
 * The path of an entry with each name trimmed.
 * @throws 400 when the path is outside the folder
 */
function pathOf({ name }: ZipEntry, { folderName, nameCharacters }: FolderZipRules): string {
  const parts = name
    .replace(/\/$/, '')
    .split('/')
    .map((part) => normalizeName(part, nameCharacters));
  const isOutside =
    name.includes('\\') || /^[a-z]:/i.test(name.trim()) || parts[0] !== folderName || parts.includes('..');
  if (isOutside) throw Errors.badFolderArchive(Messages.folderArchiveUnsafe);
  const isFolder = name.endsWith('/');
  if (parts.length === 1 && !isFolder) throw Errors.badFolderArchive(Messages.folderArchiveUnsafe);
  if (parts.length > MAX_FOLDER_DEPTH + 1) throw Errors.badFolderArchive(Messages.folderArchiveTooLarge);
  // PostgreSQL text cannot contain NUL. The name rules refuse U+FFFD as well.
  return parts.join('/').replaceAll('\0', '\uFFFD');
}

/** True for a file that can be unpacked: no link or device, not encrypted, stored or deflated. */
function isReadable({ fileType, isEncrypted, isKnownMethod }: ZipEntry): boolean {
  return (fileType === 0 || fileType === FILE_TYPE.regular) && !isEncrypted && isKnownMethod;
}

/** @throws 400 when the claimed unpacked size is too large; a false claim is detected during unpacking */
function mustBeNoBomb({ entries }: ZipArchive, maxUploadBytes: number): void {
  let unpackedBytes = 0;
  for (const { sizeBytes, packedBytes } of entries) {
    unpackedBytes += sizeBytes;
    if (sizeBytes > RATIO_COUNTS_FROM_BYTES && sizeBytes > MAX_RATIO * packedBytes) {
      throw Errors.badFolderArchive(Messages.folderArchiveTooLarge);
    }
  }
  if (unpackedBytes > MAX_UNPACKED_UPLOADS * maxUploadBytes)
    throw Errors.badFolderArchive(Messages.folderArchiveTooLarge);
}
