import { Readable } from 'node:stream';
import { createGunzip, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { NotAContainer } from './budget.ts';
import { formatOf } from './formats.ts';

const PIECE_BYTES = 256 * 1024;

/** RFC 1952, 2.3.1 */
const FLAG = { crc: 2, extra: 4, name: 8, comment: 16 };
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;

/**
 * The content of a gzip file in memory. Node's Gunzip loses the content of a short one that has other bytes behind it.
 * @throws NotAContainer when it is damaged
 */
export async function* unpackedGzip(bytes: Buffer): AsyncGenerator<Uint8Array> {
  let at = 0;
  do {
    const packed = bytes.subarray(at + headerBytes(bytes, at));
    const unpacker = createInflateRaw({ chunkSize: PIECE_BYTES });
    unpacker.end(packed);
    try {
      yield* unpacker as AsyncIterable<Buffer>;
    } catch (error) {
      if (!isPackError(error)) throw error;
      throw new NotAContainer(`the gzip stream is damaged: ${error.message}`, { cause: error });
    }
    at = bytes.length - packed.length + unpacker.bytesWritten + TRAILER_BYTES;
  } while (formatOf(bytes, at) === 'gzip');
}

function headerBytes(bytes: Buffer, start: number): number {
  const flags = bytes[start + 3] ?? 0;
  let at = start + HEADER_BYTES;
  if ((flags & FLAG.extra) !== 0) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [FLAG.name, FLAG.comment]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) throw new NotAContainer('the header of the gzip stream is damaged');
    at = end + 1;
  }
  return at - start + ((flags & FLAG.crc) === 0 ? 0 : 2);
}

/** The content of a gzip or Zstandard stream. @throws NotAContainer when it is damaged */
export async function* unpackedStream(
  format: 'gzip' | 'zstd',
  packed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const options = { chunkSize: PIECE_BYTES };
  const unpacker = format === 'gzip' ? createGunzip(options) : createZstdDecompress(options);
  const input = Readable.from(packed, { objectMode: true });
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
