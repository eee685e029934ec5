/** A stretch of an answer: bytes at hand, or a part of a blob (`end` not included). */
export type Segment =
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'blob'; blobKey: string; start: number; end: number };

/** Something that can be sent from any byte on, because where everything lies is known beforehand. */
export interface Layout {
  sizeBytes: number;
  /** strong validator with its quotes (RFC 9110, 8.8.3): the same tag means the same bytes */
  etag: string;
  /** What the bytes from `start` up to, not including, `end` are made of; costs nothing before `start`. */
  segments(start: number, end: number): Iterable<Segment, void>;
}

/** A blob sent as it is. @param sha256 of its bytes, which makes the tag */
export function blobLayout(blob: { blobKey: string; sizeBytes: number; sha256: Buffer }): Layout {
  const { blobKey, sizeBytes, sha256 } = blob;
  return {
    sizeBytes,
    etag: `"${sha256.toString('base64url')}"`,
    segments: (start, end) => (start < end ? [{ kind: 'blob', blobKey, start, end }] : []),
  };
}
