import type { ByteSource } from '../../../zip/index.ts';
import { type EmbeddedFormat, embeddedIn, SIGNATURE_BYTES, zipEndsIn } from './formats.ts';
import { windowsOf } from './sources.ts';
import type { SourceScan } from './windows.ts';

/** Bytes in memory, and what their scan found. */
export interface ScannedBytes extends Pick<SourceScan, 'hasTextCodes'> {
  bytes: Buffer;
  /** containers that begin in the bytes, in order; null: not known */
  formats: EmbeddedFormat[] | null;
}

/** What is known of a source: its bytes when they are in memory, or what its scan found; null: nothing. */
export type Known = Buffer | ScannedBytes | SourceScan | null;

/** The bytes of a source when they are in memory. */
export function bytesOf(known: Known): Buffer | null {
  if (known === null || Buffer.isBuffer(known)) return known;
  return 'bytes' in known ? known.bytes : null;
}

/** False when a scan has shown that text in another form (mail-bodies.ts) is not in a source. */
export const mayHaveTextCodes = (known: Known): boolean =>
  known === null || Buffer.isBuffer(known) || known.hasTextCodes;

/** Containers behind other bytes, by their positions in the source. */
export interface Embedded {
  formats: Iterable<EmbeddedFormat>;
  /** end records of ZIPs; none for bytes in memory, which are searched for ZIPs as a whole */
  zipEnds: Iterable<number>;
}

/** The containers from a position on, window by window; the bytes are read only when nothing is known of them. */
export async function* embeddedContainers(
  source: ByteSource,
  known: Known,
  from: number,
): AsyncGenerator<Embedded> {
  const bytes = bytesOf(known);
  const formats = known === null || Buffer.isBuffer(known) ? null : known.formats;
  if (bytes !== null || formats !== null) {
    const zipEnds = known !== null && 'zipEnds' in known ? known.zipEnds : [];
    const inBytes = bytes === null ? [] : embeddedIn(bytes, { from });
    yield { formats: formats?.filter(({ at }) => at >= from) ?? inBytes, zipEnds };
    return;
  }
  for await (const window of windowsOf(source, { before: 0, behind: SIGNATURE_BYTES })) {
    const { start } = window;
    const range = { from: start === 0 ? from : window.from, to: window.to };
    yield {
      formats: Array.from(embeddedIn(window.bytes, range), ({ format, at }) => ({ format, at: start + at })),
      zipEnds: Array.from(zipEndsIn(window.bytes, range), (at) => start + at),
    };
  }
}
