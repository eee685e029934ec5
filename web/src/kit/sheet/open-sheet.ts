import type { SheetBlock, SheetCell, SheetIndex, SheetRows } from '@vault/contract';

/** Fetches the bytes of a rendered sheet from `start` (inclusive) to `end` (exclusive; null means to the end). */
export type FetchRange = (start: number, end: number | null) => Promise<Response>;

/** A rendered sheet (contract/src/sheet.ts). Blocks of rows are fetched on demand. */
export interface OpenSheet {
  index: SheetIndex;
  /**
   * Returns the cells of a block by row.
   * @throws the errors of the fetch; the next call fetches a failed block again
   */
  rowsOf: (block: SheetBlock) => Promise<ReadonlyMap<number, SheetCell[]>>;
}

/** Copies of the contract's constants: importing them would add the whole contract to the pages of links. */
const MAGIC_BYTES = 8;
const HEAD_BYTES = 12;
/** The size of the first range. It contains the index and the first rows of most sheets. */
const FIRST_BYTES = 128 * 1024;
/** The most blocks in the cache; beyond it the least recently used block is removed. */
const MAX_KEPT_BLOCKS = 64;

/**
 * Opens a rendered sheet by its index.
 * @param isSeen true when an earlier call has recorded the view. The first range then begins after the magic, because
 * the server records each read from the beginning of the file
 */
export async function openSheet(fetchRange: FetchRange, isSeen = false): Promise<OpenSheet> {
  const skipped = isSeen ? MAGIC_BYTES : 0;
  const first = await bytesOf(fetchRange, skipped, FIRST_BYTES);
  const indexBytes = new DataView(first.buffer, first.byteOffset).getUint32(MAGIC_BYTES - skipped);
  const base = HEAD_BYTES + indexBytes;
  const slice = async (start: number, end: number) =>
    end <= skipped + first.length
      ? first.subarray(start - skipped, end - skipped)
      : bytesOf(fetchRange, start, end);
  const index = (await unpacked(await slice(HEAD_BYTES, base))) as SheetIndex;
  const kept = new Map<number, Promise<ReadonlyMap<number, SheetCell[]>>>();
  return {
    index,
    rowsOf([, offset, bytes]) {
      const known = kept.get(offset);
      if (known !== undefined) {
        kept.delete(offset);
        kept.set(offset, known);
        return known;
      }
      const rows = slice(base + offset, base + offset + bytes)
        .then(unpacked)
        .then((block) => new Map(block as SheetRows));
      rows.catch(() => kept.delete(offset));
      kept.set(offset, rows);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT_BLOCKS && oldest !== undefined) kept.delete(oldest);
      return rows;
    },
  };
}

async function bytesOf(fetchRange: FetchRange, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetchRange(start, end);
  return new Uint8Array(await response.arrayBuffer());
}

async function unpacked(packed: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).json();
}
