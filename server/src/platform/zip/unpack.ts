import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { type ByteSource, pieces, readExactly } from './byte-source.ts';
import { ZipError } from './errors.ts';

const PIECE_BYTES = 256 * 1024;
/** Smaller entries are unpacked in one call: a stream costs more than the unpacking. */
const SMALL_PACKED_BYTES = 64 * 1024;
const SMALL_BYTES = 512 * 1024;

/** The fields of an entry that unpacking needs. */
interface Claim {
  name: string;
  sizeBytes: number;
  crc32: number;
  isStored: boolean;
}

export interface UnpackOptions {
  /** whether the CRC-32 is compared with the claimed one; true by default */
  checkCrc?: boolean;
}

/**
 * Unpacks the bytes of one entry in `range`. Stops with an error before it yields a byte beyond the claimed size.
 * @throws ZipError lying or damaged; errors of reading the source
 */
export async function* unpack(
  source: ByteSource,
  claim: Claim,
  range: { start: number; end: number },
  { checkCrc = true }: UnpackOptions = {},
): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  let sum = 0;
  for await (const piece of unchecked(source, claim, range)) {
    sizeBytes += piece.length;
    if (sizeBytes > claim.sizeBytes) break;
    if (checkCrc) sum = crc32(piece, sum);
    yield piece;
  }
  if (sizeBytes !== claim.sizeBytes)
    throw new ZipError('lying', `${claim.name} has another size than claimed`);
  if (checkCrc && sum !== claim.crc32) throw new ZipError('damaged', `${claim.name} has another CRC-32`);
}

function unchecked(source: ByteSource, claim: Claim, range: { start: number; end: number }) {
  if (claim.isStored) return pieces(source, { ...range, pieceBytes: PIECE_BYTES });
  const isSmall = range.end - range.start <= SMALL_PACKED_BYTES && claim.sizeBytes <= SMALL_BYTES;
  return isSmall ? inflateAtOnce(source, claim, range) : inflate(source, claim, range);
}

async function* inflateAtOnce(source: ByteSource, claim: Claim, range: { start: number; end: number }) {
  const packed = await readExactly(source, range.start, range.end - range.start);
  try {
    const bytes = inflateRawSync(packed, { maxOutputLength: Math.max(1, claim.sizeBytes) });
    if (bytes.length > 0) yield bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new ZipError('lying', `${claim.name} has another size than claimed`, error);
    }
    throw new ZipError('damaged', `${claim.name} cannot be unpacked`, error);
  }
}

async function* inflate(source: ByteSource, claim: Claim, range: { start: number; end: number }) {
  const packed = Readable.from(pieces(source, { ...range, pieceBytes: PIECE_BYTES }));
  const inflater = createInflateRaw({ chunkSize: PIECE_BYTES });
  const readErrors: Error[] = [];
  packed.once('error', (error) => readErrors.push(error));
  // The code below handles the errors of both streams; `pipeline` only closes one stream when the other one ends.
  pipeline(packed, inflater, () => {});
  try {
    for await (const piece of inflater) yield piece as Buffer;
  } catch (error) {
    const [readError] = readErrors;
    if (readError !== undefined) throw readError;
    throw new ZipError('damaged', `${claim.name} cannot be unpacked`, error);
  } finally {
    inflater.destroy();
    packed.destroy();
  }
}
