/** A part of a reply: given bytes, or a part of a stored content (`end` not included). */
export type Segment =
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'content'; sha256: Buffer; start: number; end: number };

/** A reply that can be sent from any byte, because all positions are known beforehand. */
export interface Layout {
  sizeBytes: number;
  /** strong validator with its quotes (RFC 9110, 8.8.3): the same tag means the same bytes */
  etag: string;
  /** SHA-256 of the stored contents that it consists of */
  contents: readonly Buffer[];
  /** The segments of the bytes from `start` up to, not including, `end`; segments before `start` cost nothing. */
  segments(start: number, end: number): Iterable<Segment, void>;
}

/** A stored content that is sent unchanged; the tag is its SHA-256. */
export function contentLayout({ sizeBytes, sha256 }: { sizeBytes: number; sha256: Buffer }): Layout {
  return {
    sizeBytes,
    etag: `"${sha256.toString('base64url')}"`,
    contents: [sha256],
    segments: (start, end) => (start < end ? [{ kind: 'content', sha256, start, end }] : []),
  };
}
