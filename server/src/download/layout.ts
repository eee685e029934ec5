/** A stretch of an answer: bytes at hand, or a part of a stored content (`end` not included). */
export type Segment =
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'content'; sha256: Buffer; start: number; end: number };

/** Something that can be sent from any byte on, because where everything lies is known beforehand. */
export interface Layout {
  sizeBytes: number;
  /** strong validator with its quotes (RFC 9110, 8.8.3): the same tag means the same bytes */
  etag: string;
  /** SHA-256 of the stored contents that it is made of */
  contents: readonly Buffer[];
  /** What the bytes from `start` up to, not including, `end` are made of; costs nothing before `start`. */
  segments(start: number, end: number): Iterable<Segment, void>;
}

/** A stored content sent as it is; its SHA-256 makes the tag. */
export function contentLayout({ sizeBytes, sha256 }: { sizeBytes: number; sha256: Buffer }): Layout {
  return {
    sizeBytes,
    etag: `"${sha256.toString('base64url')}"`,
    contents: [sha256],
    segments: (start, end) => (start < end ? [{ kind: 'content', sha256, start, end }] : []),
  };
}
