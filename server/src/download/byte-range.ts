/** The requested part of a reply: bytes from `start` up to, not including, `end`. */
export interface Part {
  start: number;
  end: number;
  /** 206 with a Content-Range, or 200 with all bytes */
  partial: boolean;
}

interface RangeHeaders {
  range?: string | undefined;
  'if-range'?: string | undefined;
}

/**
 * Returns the part that a request asks for (RFC 9110, section 14). The range is used only when If-Range is absent or
 * contains the tag of the present bytes. Another unit, or several ranges, get the complete reply.
 * @param whole length in bytes and strong tag of the full reply
 * @returns null when the range is outside the reply: 416
 */
export function partOf(headers: RangeHeaders, whole: { sizeBytes: number; etag: string }): Part | null {
  const everything: Part = { start: 0, end: whole.sizeBytes, partial: false };
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange.trim() !== whole.etag) return everything;
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(headers.range ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return everything;
  if (first === '') return lastBytes(Number(last), whole.sizeBytes);
  if (last !== '' && Number(last) < Number(first)) return everything;
  const end = last === '' ? whole.sizeBytes : Math.min(Number(last) + 1, whole.sizeBytes);
  return Number(first) < whole.sizeBytes ? { start: Number(first), end, partial: true } : null;
}

function lastBytes(count: number, sizeBytes: number): Part | null {
  if (count === 0 || sizeBytes === 0) return null;
  return { start: Math.max(sizeBytes - count, 0), end: sizeBytes, partial: true };
}

/** The Content-Range of a part, or of a refusal with 416 (RFC 9110, 14.4). */
export function contentRange(part: Part | null, sizeBytes: number): string {
  return part ? `bytes ${part.start}-${part.end - 1}/${sizeBytes}` : `bytes */${sizeBytes}`;
}
