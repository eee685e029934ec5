import type { ByteSource } from '../../../zip/index.ts';
import { type EmbeddedFormat, embeddedIn, SIGNATURE_BYTES, zipEndsIn } from './formats.ts';
import { windowsOf } from './sources.ts';
import type { SourceScan } from './windows.ts';

/** What is known of a source: its bytes when they are in memory, or what its scan found; null: nothing. */
export type Known = Buffer | SourceScan | null;

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
  if (Buffer.isBuffer(known)) {
    yield { formats: embeddedIn(known, { from }), zipEnds: [] };
    return;
  }
  if (known !== null) {
    yield { formats: known.formats.filter(({ at }) => at >= from), zipEnds: known.zipEnds };
    return;
  }
  for await (const window of windowsOf(source, { before: 0, behind: SIGNATURE_BYTES })) {
    const { bytes, start } = window;
    const range = { from: start === 0 ? from : window.from, to: window.to };
    yield {
      formats: Array.from(embeddedIn(bytes, range), ({ format, at }) => ({ format, at: start + at })),
      zipEnds: Array.from(zipEndsIn(bytes, range), (at) => start + at),
    };
  }
}
