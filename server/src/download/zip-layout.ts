import { createHash } from 'node:crypto';
import { crc32 as crc32Of } from 'node:zlib';
import type { Layout } from './layout.ts';
import {
  centralHeader,
  centralHeaderBytes,
  endRecords,
  localHeader,
  localHeaderBytes,
  type ZipMember,
} from './zip-records.ts';

/** A file of an archive. `path` has non-empty parts joined with '/'. */
export interface ZipFile {
  kind: 'file';
  path: string;
  sizeBytes: number;
  crc32: number;
  modifiedAt: Date;
  sha256: Buffer;
}

/** A folder of an archive; needed only when it is empty. */
export interface ZipFolder {
  kind: 'folder';
  path: string;
  modifiedAt: Date;
}

/** A small file whose bytes are given. */
export interface ZipText {
  kind: 'text';
  path: string;
  modifiedAt: Date;
  bytes: Buffer;
}

export type ZipEntry = ZipFile | ZipFolder | ZipText;

/** A name in a ZIP cannot be longer, since its length has 16 bits. */
export const MAX_ZIP_PATH_BYTES = 0xff_ff;

/** Part of the tag: increase it when the same entries give other bytes. */
const LAYOUT_VERSION = 2;

/**
 * The archive of `entries`, in their order, as a layout: sizes and CRC-32 are known, so that length, tag and all
 * positions are computed by addition. O(entries), for contents of any size.
 * @throws RangeError for a path above MAX_ZIP_PATH_BYTES
 */
export function zipLayout(entries: readonly ZipEntry[]): Layout {
  const members = entries.map(memberOf);
  // For entry n: the offsets of its local header and of its record in the directory; the last value is the end.
  const headerAt = new Float64Array(entries.length + 1);
  const recordAt = new Float64Array(entries.length + 1);
  let at = 0;
  for (const [n, member] of members.entries()) {
    headerAt[n] = at;
    at += localHeaderBytes(member) + member.sizeBytes;
  }
  headerAt[entries.length] = at;
  for (const [n, member] of members.entries()) {
    recordAt[n] = at;
    at += centralHeaderBytes(member, headerAt[n] ?? 0);
  }
  recordAt[entries.length] = at;

  const directoryAt = headerAt[entries.length] ?? 0;
  const end = endRecords({
    members: entries.length,
    offset: directoryAt,
    sizeBytes: at - directoryAt,
  });

  function* all(start: number): Generator<Placed> {
    for (let n = lastNotAfter(headerAt, start); n < entries.length; n += 1) {
      const [entry, member, place] = [entries[n], members[n], headerAt[n]];
      if (!entry || !member || place === undefined) return;
      yield { at: place, length: localHeaderBytes(member), bytes: () => localHeader(member) };
      if (member.sizeBytes === 0 || entry.kind === 'folder') continue;
      const content = { at: place + localHeaderBytes(member), length: member.sizeBytes };
      yield entry.kind === 'text'
        ? { ...content, bytes: () => entry.bytes }
        : { ...content, sha256: entry.sha256 };
    }
    for (let n = lastNotAfter(recordAt, start); n < entries.length; n += 1) {
      const [member, place, local] = [members[n], recordAt[n], headerAt[n]];
      if (!member || place === undefined || local === undefined) return;
      yield {
        at: place,
        length: centralHeaderBytes(member, local),
        bytes: () => centralHeader(member, local),
      };
    }
    yield { at, length: end.length, bytes: () => end };
  }

  return {
    sizeBytes: at + end.length,
    etag: tagOf(entries),
    contents: entries.flatMap((entry) => (entry.kind === 'file' ? [entry.sha256] : [])),
    *segments(start, stop) {
      for (const piece of all(start)) {
        if (piece.at >= stop) return;
        const from = Math.max(start - piece.at, 0);
        const to = Math.min(stop - piece.at, piece.length);
        if (from >= to) continue;
        if ('sha256' in piece) yield { kind: 'content', sha256: piece.sha256, start: from, end: to };
        else yield { kind: 'bytes', bytes: piece.bytes().subarray(from, to) };
      }
    },
  };
}

/** A part of the archive and its offset. Headers are created only when they are sent. */
type Placed = { at: number; length: number } & ({ bytes: () => Buffer } | { sha256: Buffer });

/** The last index whose value is at most `position`; the values increase. */
function lastNotAfter(values: Float64Array, position: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((values[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function memberOf(entry: ZipEntry): ZipMember {
  const { kind, modifiedAt } = entry;
  const name = Buffer.from(kind === 'folder' ? `${entry.path}/` : entry.path);
  if (name.length > MAX_ZIP_PATH_BYTES) throw new RangeError('A path is too long for a ZIP archive');
  if (kind === 'folder') return { kind, name, modifiedAt, sizeBytes: 0, crc32: 0 };
  const { sizeBytes, crc32 } = kind === 'text' ? numbersOf(entry.bytes) : entry;
  return { kind: 'file', name, modifiedAt, sizeBytes, crc32 };
}

const numbersOf = (bytes: Buffer) => ({ sizeBytes: bytes.length, crc32: crc32Of(bytes) });

/** The tag is a hash of the entries, because equal names, times and contents give equal archives. */
function tagOf(entries: readonly ZipEntry[]): string {
  const hash = createHash('sha256').update(`zip ${LAYOUT_VERSION}\n`);
  for (const entry of entries) hash.update(`${JSON.stringify(factsOf(entry))}\n`);
  return `"${hash.digest('base64url')}"`;
}

function factsOf(entry: ZipEntry): unknown[] {
  const facts = [entry.kind, entry.path, entry.modifiedAt];
  if (entry.kind === 'folder') return facts;
  if (entry.kind === 'text') return [...facts, entry.bytes.toString('base64')];
  return [...facts, entry.sizeBytes, entry.crc32, entry.sha256.toString('hex')];
}
