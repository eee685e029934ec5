import { Readable, type Transform } from 'node:stream';
import { createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { type ByteSource, readExactly } from '../../../zip/index.ts';
import { NotAContainer } from './budget.ts';
import { formatOf, POWERPOINT_HEADER_BYTES } from './formats.ts';
import { type Stream, streamOf } from './sources.ts';

const PIECE_BYTES = 256 * 1024;

/** RFC 1952, 2.3.1 */
const FLAG = { crc: 2, extra: 4, name: 8, comment: 16 };
const HEADER_BYTES = 10;
const MAX_HEADER_BYTES = 128 * 1024;
const TRAILER_BYTES = 8;

/**
 * The content of a gzip file. Node's Gunzip loses the content of a short one that has other bytes behind it.
 * @throws NotAContainer when it is damaged
 */
export async function* unpackedGzip(source: ByteSource): AsyncGenerator<Uint8Array> {
  let at = 0;
  do {
    const header = await readExactly(source, at, Math.min(MAX_HEADER_BYTES, source.sizeBytes - at));
    const start = at + headerBytes(header);
    const unpacker = createInflateRaw({ chunkSize: PIECE_BYTES });
    yield* unpacked(unpacker, streamOf(source, start), 'gzip');
    at = start + unpacker.bytesWritten + TRAILER_BYTES;
  } while (await startsWithGzip(source, at));
}

async function startsWithGzip(source: ByteSource, at: number): Promise<boolean> {
  if (at + HEADER_BYTES > source.sizeBytes) return false;
  return formatOf(await readExactly(source, at, HEADER_BYTES)) === 'gzip';
}

function headerBytes(bytes: Buffer): number {
  const flags = bytes[3] ?? 0;
  let at = HEADER_BYTES;
  if ((flags & FLAG.extra) !== 0) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [FLAG.name, FLAG.comment]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) throw new NotAContainer('the header of the gzip stream is damaged');
    at = end + 1;
  }
  return at + ((flags & FLAG.crc) === 0 ? 0 : 2);
}

/** The content of a gzip or Zstandard stream. @throws NotAContainer when it is damaged */
export function unpackedStream(format: 'gzip' | 'zstd', packed: Stream): AsyncGenerator<Uint8Array> {
  const options = { chunkSize: PIECE_BYTES };
  return unpacked(format === 'gzip' ? createGunzip(options) : createZstdDecompress(options), packed, format);
}

/** A packed object of a PowerPoint presentation. @throws NotAContainer when it is damaged */
export const unpackedObject = (source: ByteSource): AsyncGenerator<Uint8Array> =>
  unpacked(
    createInflate({ chunkSize: PIECE_BYTES }),
    streamOf(source, POWERPOINT_HEADER_BYTES),
    'PowerPoint object',
  );

async function* unpacked(unpacker: Transform, packed: Stream, format: string): AsyncGenerator<Uint8Array> {
  const input = Readable.from(packed, { objectMode: true, highWaterMark: 1 });
  // The unpacker reports the errors of its input as its own.
  input.on('error', (error) => unpacker.destroy(error));
  input.pipe(unpacker);
  let hasBytes = false;
  try {
    for await (const bytes of unpacker as AsyncIterable<Buffer>) {
      hasBytes = true;
      yield bytes;
    }
  } catch (error) {
    if (isPackError(error)) {
      // A second member that is none is junk after the stream.
      if (hasBytes && (error as NodeJS.ErrnoException).code === 'ZSTD_error_prefix_unknown') return;
      throw new NotAContainer(`the ${format} stream is damaged: ${error.message}`, { cause: error });
    }
    throw error;
  } finally {
    input.destroy();
    unpacker.destroy();
  }
}

const isPackError = (error: unknown): error is Error =>
  error instanceof Error && /^(Z_|ZSTD_|ERR_ZSTD)/.test((error as NodeJS.ErrnoException).code ?? '');
