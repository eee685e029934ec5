import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { type ByteSource, pieces, readExactly } from './byte-source.ts';
import { ZipError } from './errors.ts';

const PIECE_BYTES = 256 * 1024;
/** Below these an entry is unpacked in one go: a stream costs more than the unpacking. */
const SMALL_PACKED_BYTES = 64 * 1024;
const SMALL_BYTES = 512 * 1024;

/** Of an entry, what matters for unpacking it. */
interface Claim {
  name: string;
  sizeBytes: number;
  crc32: number;
  isStored: boolean;
}

export interface UnpackOptions {
  /** whether the CRC-32 must be the claimed one; true unless said otherwise */
  checkCrc?: boolean;
}

/**
 * Unpacks the bytes of one entry that lie at `range`, and holds the entry to what it claims: one byte more than
 * the claimed size ends it before that byte is handed on.
 * @throws ZipError lying or damaged; what reading the source throws
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
    throw new ZipError('lying', `${claim.name} has another size than it says`);
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
      throw new ZipError('lying', `${claim.name} has another size than it says`, error);
    }
    throw new ZipError('damaged', `${claim.name} cannot be unpacked`, error);
  }
}

async function* inflate(source: ByteSource, claim: Claim, range: { start: number; end: number }) {
  const packed = Readable.from(pieces(source, { ...range, pieceBytes: PIECE_BYTES }));
  const inflater = createInflateRaw({ chunkSize: PIECE_BYTES });
  const readErrors: Error[] = [];
  packed.once('error', (error) => readErrors.push(error));
  // Both ends are watched below; pipeline is here to end one with the other.
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
