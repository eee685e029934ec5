import { constants, createInflate, inflateSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { type ByteSource, readExactly } from '../../../zip/index.ts';
import type { Budget } from './budget.ts';
import { type Stream, streamOf, windowsOf } from './sources.ts';
import { decodedAscii85, decodedHex } from './text-codes.ts';

/** A document can begin after other bytes; viewers search this far. */
const HEADER_WITHIN = 1024;
/** A dictionary of a stream is short. */
const DICTIONARY_BYTES = 4096;
const KEYWORD = Buffer.from('stream');
/** The keyword and the line end behind it. */
const KEYWORD_BYTES = 8;
/** Most streams are shorter than this: they are unpacked in one call. */
const SHORT_BYTES = 64 * 1024;
const SHORT_UNPACKED_BYTES = 4 * 1024 * 1024;
const MAX_FILTERS = 8;
/** RFC 1950, 2.2: the least bytes of a zlib stream that has content. */
const ZLIB_BYTES = 2;
type Decode = (bytes: Stream) => Stream;
const FILTERS: Readonly<Record<string, Decode>> = {
  FlateDecode: inflated,
  Fl: inflated,
  ASCIIHexDecode: decodedHex,
  AHx: decodedHex,
  ASCII85Decode: decodedAscii85,
  A85: decodedAscii85,
};

export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, HEADER_WITHIN).includes('%PDF-');

/**
 * The decoded contents of the streams of a PDF (ISO 32000-1, 7.3.8), such as embedded files. They are found by their
 * keyword, not by the cross-reference table, because viewers repair that. Filters of pictures are not decoded.
 * @throws UnscannableError when the budget is used up
 */
export async function* pdfStreams(source: ByteSource, budget: Budget): AsyncGenerator<Stream> {
  const around = { before: DICTIONARY_BYTES, behind: KEYWORD_BYTES };
  for await (const { bytes, start, from, to } of windowsOf(source, around)) {
    for (let at = bytes.indexOf(KEYWORD, from); at >= 0 && at < to; at = bytes.indexOf(KEYWORD, at + 6)) {
      if (bytes.toString('latin1', at - 3, at) === 'end') continue;
      await budget.turn();
      const contentAt = start + at + (bytes[at + 6] === 13 && bytes[at + 7] === 10 ? 8 : 7);
      const dictionary = bytes.toString('latin1', Math.max(0, at - DICTIONARY_BYTES), at);
      const stream = await decoded(source, contentAt, dictionary);
      if (stream !== null) yield stream;
    }
  }
}

/** @returns null when no filter hides its bytes */
async function decoded(source: ByteSource, at: number, dictionary: string): Promise<Stream | null> {
  if (at + ZLIB_BYTES > source.sizeBytes) return null;
  const names = filtersOf(dictionary);
  // The filters can be in another object.
  if (names.length === 0 && isZlib(await readExactly(source, at, ZLIB_BYTES))) names.push('FlateDecode');
  const unknown = names.findIndex((name) => FILTERS[name] === undefined);
  const filters = names.slice(0, unknown < 0 ? MAX_FILTERS : Math.min(unknown, MAX_FILTERS));
  if (filters.length === 0) return null;
  if (filters.length === 1 && FILTERS[filters[0] ?? ''] === inflated) {
    const short = await inflatedShort(source, at);
    if (short !== null) return short;
  }
  return filters.reduce<Stream>((stream, name) => FILTERS[name]?.(stream) ?? stream, streamOf(source, at));
}

/** The names of the filters in the last dictionary. `#46` in a name is the character with this code. */
function filtersOf(text: string): string[] {
  const object = text.slice(Math.max(0, text.lastIndexOf(' obj'), text.lastIndexOf('endobj')));
  const names = object.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  const list =
    /\/Filter\s*(?:\[([^\]]*)\]|\/(\w+))/.exec(names) ?? /\/F\s*(?:\[([^\]]*)\]|\/(\w+))/.exec(names);
  return (list?.[1] ?? list?.[2] ?? '').split(/[\s/]+/).filter((name) => name !== '');
}

/** RFC 1950, 2.2 */
const isZlib = (bytes: Buffer) => ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/** @returns null when the stream is long, or damaged */
async function inflatedShort(source: ByteSource, at: number): Promise<Stream | null> {
  const packed = await readExactly(source, at, Math.min(SHORT_BYTES, source.sizeBytes - at));
  try {
    const { buffer, engine } = inflateSync(packed, {
      info: true,
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: SHORT_UNPACKED_BYTES,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    return engine.bytesWritten < packed.length ? once(buffer) : null;
  } catch {
    return null;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Of a damaged stream, the bytes before the damage: viewers show them. */
async function* inflated(packed: Stream): AsyncGenerator<Uint8Array> {
  const unpacker = createInflate({ chunkSize: 256 * 1024 });
  const input = Readable.from(packed, { objectMode: true, highWaterMark: 1 });
  let failure: Error | null = null;
  input.on('error', (error) => {
    failure = error;
    unpacker.destroy();
  });
  input.pipe(unpacker);
  try {
    yield* unpacker as AsyncIterable<Buffer>;
  } catch (error) {
    // oxlint-disable-next-line typescript/only-throw-error, typescript/no-unnecessary-condition -- set by the event
    if (failure !== null) throw failure;
    if (!((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_')) throw error;
  } finally {
    input.destroy();
    unpacker.destroy();
  }
}
