import { MAX_FOLDER_DEPTH, Messages, type NameCharacters, normalizeName } from '@vault/contract';
import { Errors, type VaultError } from '../http/index.ts';
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
/** Below this an entry may shrink as it likes: a page of spaces does. */
const RATIO_COUNTS_FROM_BYTES = 1024 * 1024;
/** Unpacked, a folder may be this many times the largest upload. */
const MAX_UNPACKED_UPLOADS = 4;

const LIMITS = {
  maxEntries: MAX_ENTRIES,
  // longer than any path that Windows or Linux can hold
  maxNameBytes: 4096,
  maxDirectoryBytes: 16 * 1024 * 1024,
};

/** One file of a folder that is being uploaded. */
export interface FolderFile {
  /** path in the ZIP, each part trimmed, the top folder first; the names may still break the name rules */
  path: string;
  sizeBytes: number;
  /** false for links, encrypted entries and unknown methods: they are not unpacked (contract 10.12) */
  isReadable: boolean;
}

/** A folder's ZIP that may be unpacked. */
export interface FolderZip {
  /** in the order of the ZIP; folders are not among them (UPLOAD-34) */
  files: readonly FolderFile[];
  /**
   * The bytes of a file, exactly as many as it claims and with the CRC-32 that it claims.
   * @throws ZipError: `damaged` concerns this file alone, everything else the whole folder
   */
  unpack(file: FolderFile): AsyncIterable<Buffer>;
}

export interface FolderZipRules {
  /** the folder's own name: every entry must lie below it (D-22) */
  folderName: string;
  maxUploadBytes: number;
  nameCharacters: NameCharacters;
}

/**
 * Reads the directory of a folder's ZIP and decides by it alone whether it may be unpacked (D-22, T-54, contract
 * 9.12). No byte is unpacked here, and memory is bounded whatever the ZIP claims.
 * @throws 400 for the whole folder
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
    if (paths.has(path)) throw refused(Messages.folderArchiveUnsafe);
    paths.add(path);
    entries.set({ path, sizeBytes: entry.sizeBytes, isReadable: isReadable(entry) }, entry);
  }
  return {
    files: [...entries.keys()],
    unpack(file) {
      const entry = entries.get(file);
      if (entry === undefined) throw new Error('The file is of another folder');
      return archive.unpack(entry);
    },
  };
}

/** What a person is told of a ZIP that is refused as a whole; errors of ours stay what they are. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof ZipError)) return error;
  const message = error.problem === 'limit' ? Messages.folderArchiveTooLarge : Messages.folderArchiveInvalid;
  return refused(message);
}

const refused = (message: string): VaultError => Errors.badFolderArchive(message);

/**
 * The path of an entry with its parts trimmed.
 * @throws 400 when it leads anywhere but into the folder
 */
function pathOf({ name }: ZipEntry, { folderName, nameCharacters }: FolderZipRules): string {
  const parts = name
    .replace(/\/$/, '')
    .split('/')
    .map((part) => normalizeName(part, nameCharacters));
  const isOutside =
    name.includes('\\') || /^[a-z]:/i.test(name.trim()) || parts[0] !== folderName || parts.includes('..');
  if (isOutside) throw refused(Messages.folderArchiveUnsafe);
  const isFolder = name.endsWith('/');
  if (parts.length === 1 && !isFolder) throw refused(Messages.folderArchiveUnsafe);
  if (parts.length > MAX_FOLDER_DEPTH + 1) throw refused(Messages.folderArchiveTooLarge);
  // PostgreSQL holds no NUL; the name stays one that the name rules refuse.
  return parts.join('/').replaceAll('\0', '\uFFFD');
}

/** Whether an entry is a file whose bytes can be had: no link or device, not encrypted, stored or deflated. */
function isReadable({ fileType, isEncrypted, isKnownMethod }: ZipEntry): boolean {
  return (fileType === 0 || fileType === FILE_TYPE.regular) && !isEncrypted && isKnownMethod;
}

/** @throws 400 when it claims to unpack to too much; a false claim is found when it is unpacked */
function mustBeNoBomb({ entries }: ZipArchive, maxUploadBytes: number): void {
  let unpackedBytes = 0;
  for (const { sizeBytes, packedBytes } of entries) {
    unpackedBytes += sizeBytes;
    if (sizeBytes > RATIO_COUNTS_FROM_BYTES && sizeBytes > MAX_RATIO * packedBytes) {
      throw refused(Messages.folderArchiveTooLarge);
    }
  }
  if (unpackedBytes > MAX_UNPACKED_UPLOADS * maxUploadBytes) throw refused(Messages.folderArchiveTooLarge);
}
