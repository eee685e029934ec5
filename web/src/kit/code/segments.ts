/** A range of a source text that has one colour. */
export interface Segment {
  /** index in the text */
  start: number;
  text: string;
  /** the scope name of highlight.js, such as `keyword`; empty for text without a colour */
  scope: string;
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
const PIECE = /<span class="([^"]*)">|<\/span>|([^<]+)/g;

/**
 * Parses the output of highlight.js: texts, and `span` elements around them. The output is never inserted into the page
 * as HTML.
 */
export function segmentsOf(highlighted: string): Segment[] {
  const segments: Segment[] = [];
  const open: string[] = [];
  let start = 0;
  for (const [piece, classes, raw] of highlighted.matchAll(PIECE)) {
    if (classes !== undefined) open.push(scopeOf(classes));
    else if (raw === undefined) open.pop();
    else {
      const text = piece.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
      segments.push({ start, text, scope: open.findLast((scope) => scope !== '') ?? '' });
      start += text.length;
    }
  }
  return segments;
}

const scopeOf = (classes: string) => /^hljs-([\w-]+)/.exec(classes)?.[1] ?? '';

/** Returns the segments between two indexes of the text; the first and the last segment are cut at these indexes. */
export function segmentsBetween(segments: readonly Segment[], from: number, to: number): Segment[] {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle];
    if (segment !== undefined && segment.start + segment.text.length <= from) low = middle + 1;
    else high = middle;
  }
  const found: Segment[] = [];
  for (let at = low; at < segments.length; at += 1) {
    const segment = segments[at];
    if (segment === undefined || segment.start >= to) break;
    const start = Math.max(segment.start, from);
    const end = Math.min(segment.start + segment.text.length, to);
    found.push({ ...segment, start, text: segment.text.slice(start - segment.start, end - segment.start) });
  }
  return found;
}
