import { TextDecoder } from 'node:util';

/** XML that cannot be read. The message is the reason, for the log. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** A token of XML. Names are without their prefix, which the writer of the document chooses. */
export type XmlToken =
  | { kind: 'open'; name: string; prefix: string; isEmpty: boolean; attributes: string }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

/** Longer tags do not occur in real documents. */
const MAX_TAG_LENGTH = 256 * 1024;
/** The number of characters that distinguish a comment, a CDATA section or a DOCTYPE from a tag. */
const MARKUP_PREFIX = '<![CDATA['.length;
/** The longest supported character reference. */
const MAX_REFERENCE = '&#x10FFFF;'.length;

/**
 * Reads XML in pieces, in linear time and with bounded memory. Tolerates errors if the text can still be read. Entities
 * are never expanded: documents read here have no DTD (of OOXML: ECMA-376 part 2, 7.2.4), so a DTD is refused.
 * @returns the tokens of one piece at a time
 * @throws XmlError for a DTD, or a tag without an end
 */
export async function* xmlTokens(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<XmlToken[]> {
  const scanner = new XmlScanner();
  for await (const text of xmlText(pieces)) yield scanner.scan(text);
  yield scanner.scan('', true);
}

/** The characters of XML, in pieces. */
export async function* xmlText(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder?.decode() ?? '';
}

/** XML is UTF-8, or UTF-16 with a byte order mark (XML 1.0, 4.3.3). */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Splits XML into tokens as pieces arrive; the same rules as `xmlTokens`. */
export class XmlScanner {
  #rest = '';
  /** the end of the section that is skipped or, for CDATA, read as text */
  #section: { end: string; isText: boolean } | null = null;

  /** Whether the next character begins a token: no tag, comment or section is open. */
  get isBetweenTokens(): boolean {
    return this.#rest === '' && this.#section === null;
  }

  /** @throws XmlError */
  scan(piece: string, isLast = false): XmlToken[] {
    const xml = this.#rest + piece;
    const tokens: XmlToken[] = [];
    let at = 0;
    while (at < xml.length) {
      const next =
        this.#section === null ? this.#scanMarkup(xml, at, tokens) : this.#scanSection(xml, at, tokens);
      if (next === at) break;
      at = next;
    }
    this.#rest = isLast ? '' : xml.slice(at);
    if (this.#rest.length > MAX_TAG_LENGTH) throw new XmlError('a tag without end');
    return tokens;
  }

  /** @returns the position after the token; `at` when more text is needed */
  #scanMarkup(xml: string, at: number, tokens: XmlToken[]): number {
    if (xml[at] !== '<') {
      const tag = xml.indexOf('<', at);
      const end = tag === -1 ? endOfWholeText(xml, at) : tag;
      if (end > at) tokens.push({ kind: 'text', text: unescape(xml.slice(at, end)) });
      return end;
    }
    if (xml.length - at < MARKUP_PREFIX && !/>/.test(xml.slice(at))) return at;
    if (xml.startsWith('<!DOCTYPE', at)) throw new XmlError('a DTD');
    for (const [begin, end] of SECTIONS) {
      if (!xml.startsWith(begin, at)) continue;
      this.#section = { end, isText: begin === '<![CDATA[' };
      return at + begin.length;
    }
    const end = endOfTag(xml, at);
    if (end === -1) return at;
    tokens.push(tagOf(xml.slice(at + 1, end)));
    return end + 1;
  }

  #scanSection(xml: string, at: number, tokens: XmlToken[]): number {
    const { end, isText } = this.#section ?? { end: '', isText: false };
    const found = xml.indexOf(end, at);
    // The end itself may be split over two pieces.
    const stop = found === -1 ? Math.max(at, xml.length - end.length + 1) : found;
    if (isText && stop > at) tokens.push({ kind: 'text', text: xml.slice(at, stop) });
    if (found === -1) return stop;
    this.#section = null;
    return found + end.length;
  }
}

const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** The last text of a piece may end inside a character reference. */
function endOfWholeText(xml: string, at: number): number {
  const reference = xml.lastIndexOf('&');
  const isCut = reference >= at && xml.length - reference < MAX_REFERENCE && !xml.includes(';', reference);
  return isCut ? reference : xml.length;
}

/** The position of a tag's end; -1 when it is not in this piece. A '>' may occur in quotes. */
function endOfTag(xml: string, at: number): number {
  let quote = '';
  for (let n = at + 1; n < xml.length; n += 1) {
    const character = xml.charAt(n);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return n;
  }
  return -1;
}

/** @param tag without its angle brackets */
function tagOf(tag: string): XmlToken {
  const isClose = tag.startsWith('/');
  const isEmpty = !isClose && tag.endsWith('/');
  const inner = tag.slice(isClose ? 1 : 0, isEmpty ? -1 : undefined);
  const nameEnd = inner.search(/\s/);
  const qualified = nameEnd === -1 ? inner : inner.slice(0, nameEnd);
  const name = localName(qualified);
  if (isClose) return { kind: 'close', name };
  const prefix = qualified.slice(0, Math.max(0, qualified.length - name.length - 1));
  return { kind: 'open', name, prefix, isEmpty, attributes: nameEnd === -1 ? '' : inner.slice(nameEnd) };
}

/** The name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const ATTRIBUTE = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

/** The attributes of a tag. @returns by name without prefix, except that `r:id` and `id` are distinguished */
export function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [name, value] of qualifiedAttributes(text)) {
    const isRelation = name.includes(':') && localName(name) === 'id';
    attributes.set(isRelation ? 'r:id' : localName(name), value);
  }
  return attributes;
}

/** The attributes of a tag unchanged, names with their prefix. */
export function qualifiedAttributes(text: string): [name: string, value: string][] {
  const attributes: [string, string][] = [];
  ATTRIBUTE.lastIndex = 0;
  for (let match = ATTRIBUTE.exec(text); match !== null; match = ATTRIBUTE.exec(text)) {
    const [, name = '', double, single] = match;
    attributes.push([name, unescape(double ?? single ?? '')]);
  }
  return attributes;
}

const SLICE_CHARACTERS = 256 * 1024;

/**
 * The tokens of a document in memory; the same rules as `xmlTokens`.
 * @throws XmlError
 */
export function* xmlTokensOf(xml: string): Generator<XmlToken> {
  const scanner = new XmlScanner();
  for (let at = 0; at < xml.length; at += SLICE_CHARACTERS) {
    yield* scanner.scan(xml.slice(at, at + SLICE_CHARACTERS), at + SLICE_CHARACTERS >= xml.length);
  }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescape(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (reference, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? reference;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : reference;
    },
  );
}
