import type { BlobRef } from '../blobs/index.ts';
import { linesOf } from './files.ts';

/** A content of a snapshot. */
export interface ListedContent extends BlobRef {
  /** lower-case hex */
  sha256: string;
}

/** The contents of a snapshot in the byte order of their keys. @param path the file of `copyOutBlobs` */
export async function* contentsOf(path: string): AsyncGenerator<ListedContent> {
  for await (const line of linesOf(path)) {
    const [key = '', size, crc32, sha256 = '', blocks = ''] = line.split('\t');
    yield {
      key,
      sizeBytes: Number(size),
      crc32: Number(crc32),
      sha256,
      blockChecksums: blocks === '' ? null : Buffer.from(blocks, 'hex'),
    };
  }
}
