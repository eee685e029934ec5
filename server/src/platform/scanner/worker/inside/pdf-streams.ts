import { constants, createInflate, inflateSync } from 'node:zlib';
import { UnscannableError } from './budget.ts';
import { decodedAscii85, decodedHex } from './text-codes.ts';

/** A document can begin after other bytes; viewers search this far. */
const HEADER_WITHIN = 1024;
/** A dictionary of a stream is short. */
const DICTIONARY_BYTES = 4096;
const MAX_FILTERS = 8;
type Decode = (bytes: Buffer, limit: number) => Buffer | Promise<Buffer>;
const FILTERS: Readonly<Record<string, Decode>> = {
  FlateDecode: inflated,
  Fl: inflated,
  ASCIIHexDecode: (bytes) => decodedHex(bytes),
  AHx: (bytes) => decodedHex(bytes),
  ASCII85Decode: (bytes) => decodedAscii85(bytes),
  A85: (bytes) => decodedAscii85(bytes),
};

export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, HEADER_WITHIN).includes('%PDF-');

/**
 * The decoded contents of the streams of a PDF (ISO 32000-1, 7.3.8), such as embedded files. They are found by their
 * keyword, not by the cross-reference table, because viewers repair that. Filters of pictures are not decoded.
 * @throws UnscannableError for a stream of more than `limit` bytes
 */
export async function* pdfStreams(bytes: Buffer, limit: number): AsyncGenerator<Buffer> {
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue;
    const start = at + (bytes[at + 6] === 13 && bytes[at + 7] === 10 ? 8 : 7);
    const dictionary = bytes.toString('latin1', Math.max(0, at - DICTIONARY_BYTES), at);
    const content = bytes.subarray(start);
    const decoded = await decode(content, filtersOf(dictionary, content), limit);
    if (decoded !== null) yield decoded;
  }
}

/** The names of the filters in the last dictionary. `#46` in a name is the character with this code. */
function filtersOf(text: string, content: Buffer): string[] {
  const object = text.slice(Math.max(0, text.lastIndexOf(' obj'), text.lastIndexOf('endobj')));
  const names = object.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  const list =
    /\/Filter\s*(?:\[([^\]]*)\]|\/(\w+))/.exec(names) ?? /\/F\s*(?:\[([^\]]*)\]|\/(\w+))/.exec(names);
  const found = (list?.[1] ?? list?.[2] ?? '').split(/[\s/]+/).filter((name) => name !== '');
  // The filters can be in another object.
  return found.length === 0 && isZlib(content) ? ['FlateDecode'] : found;
}

/** RFC 1950, 2.2 */
const isZlib = (bytes: Buffer) =>
  bytes.length > 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/** @returns null when it has no filter that hides its bytes */
async function decode(bytes: Buffer, filters: readonly string[], limit: number): Promise<Buffer | null> {
  let decoded: Buffer | null = null;
  for (const name of filters.slice(0, MAX_FILTERS)) {
    const filter = FILTERS[name];
    if (filter === undefined) break;
    decoded = await filter(decoded ?? bytes, limit);
  }
  return decoded;
}

async function inflated(bytes: Buffer, limit: number): Promise<Buffer> {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    return inflatedStart(bytes, limit);
  }
}

/** The bytes before the damage: viewers show them. */
async function inflatedStart(bytes: Buffer, limit: number): Promise<Buffer> {
  const unpacker = createInflate();
  const unpacked: Buffer[] = [];
  let length = 0;
  unpacker.end(bytes);
  try {
    for await (const chunk of unpacker as AsyncIterable<Buffer>) {
      unpacked.push(chunk);
      length += chunk.length;
      if (length > limit) throw tooLarge();
    }
  } catch (error) {
    if (error instanceof UnscannableError) throw error;
  } finally {
    unpacker.destroy();
  }
  return Buffer.concat(unpacked);
}

const tooLarge = () => new UnscannableError('a stream of the PDF is too large to be opened');
