/*
 * Decoders of the codes that carry bytes as text, piece by piece: their memory does not depend on the length of the
 * text. Each one passes over what is no code, as mail programs do.
 */

type Texts = AsyncIterable<string>;
type Stream = AsyncIterable<Uint8Array>;

/** RFC 2045, 6.8. A part that ends with padding can be followed by another one. */
export async function* decodedBase64(texts: Texts): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const text of texts) {
    const parts = (rest + text.replaceAll(/[^A-Za-z0-9+/=]/g, '')).split(/=+/);
    const last = parts.pop() ?? '';
    const whole = last.length - (last.length % 4);
    rest = last.slice(whole);
    yield Buffer.concat([...parts, last.slice(0, whole)].map((part) => Buffer.from(part, 'base64')));
  }
  yield Buffer.from(rest, 'base64');
}

/** RFC 2045, 6.7 */
export async function* decodedQuotedPrintable(texts: Texts): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const text of texts) {
    const all = rest + text;
    // A code that continues in the next text.
    const cut = /=[ \t]*\r?$|=[0-9a-f]$/i.exec(all.slice(-80));
    rest = cut === null ? '' : cut[0];
    yield withoutCodes(all.slice(0, all.length - rest.length));
  }
  yield withoutCodes(rest);
}

const EQUALS = 0x3d;
const BLANK = new Set([0x20, 0x09]);

/** In bytes: strings of millions of codes need a hundred times their memory. */
function withoutCodes(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    const end = byte === EQUALS ? lineEndBehind(bytes, at + 1) : null;
    if (end !== null) at = end;
    else {
      const value = byte === EQUALS ? hexValue(bytes[at + 1], bytes[at + 2]) : null;
      bytes[length] = value ?? byte;
      length += 1;
      at += value === null ? 1 : 3;
    }
  }
  return bytes.subarray(0, length);
}

/** The position behind blanks and a line end, or null when other bytes follow. */
function lineEndBehind(bytes: Buffer, from: number): number | null {
  let at = from;
  while (BLANK.has(bytes[at] ?? 0)) at += 1;
  if (bytes[at] === 13) at += 1;
  return bytes[at] === 10 ? at + 1 : null;
}

/** The value of each hexadecimal digit by its code; -1 for all other codes. */
const DIGITS = Int8Array.from({ length: 256 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCodePoint(code).toLowerCase()),
);

function hexValue(high: number | undefined, low: number | undefined): number | null {
  const [first = -1, second = -1] = [DIGITS[high ?? 0], DIGITS[low ?? 0]];
  return first < 0 || second < 0 ? null : first * 16 + second;
}

/** POSIX.1-2017, uuencode: lines with the number of their bytes in front. */
export async function* decodedUu(texts: Texts): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    // A line has at most 61 characters; a longer one is no code.
    rest = (lines.pop() ?? '').slice(0, 256);
    yield Buffer.concat(lines.map(decodedUuLine));
  }
  yield decodedUuLine(rest);
}

function decodedUuLine(line: string): Buffer {
  const length = (line.charCodeAt(0) - 32) & 63;
  const count = Math.ceil(length / 3);
  const bytes = Buffer.alloc(count * 3);
  const digit = (at: number) => (Math.max(32, line.charCodeAt(at) || 32) - 32) & 63;
  for (let n = 0; n < count; n += 1) {
    const at = 1 + 4 * n;
    bytes.writeUIntBE(
      (digit(at) << 18) | (digit(at + 1) << 12) | (digit(at + 2) << 6) | digit(at + 3),
      n * 3,
      3,
    );
  }
  return bytes.subarray(0, length);
}

/** ISO 32000-1, 7.4.2: up to `>`. */
export async function* decodedHex(stream: Stream): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const bytes of stream) {
    const { text, isEnd } = upTo('>', bytes);
    const digits = rest + text.replaceAll(/[^0-9a-f]/gi, '');
    const whole = digits.length - (digits.length % 2);
    rest = digits.slice(whole);
    yield Buffer.from(digits.slice(0, whole), 'hex');
    if (isEnd) break;
  }
  if (rest !== '') yield Buffer.from(`${rest}0`, 'hex');
}

/** ISO 32000-1, 7.4.3: up to `~>`. */
export async function* decodedAscii85(stream: Stream): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const bytes of stream) {
    const { text, isEnd } = upTo('~', bytes);
    const groups = rest + text.replaceAll(/[^!-uz]/g, '').replaceAll('z', '!!!!!');
    const whole = groups.length - (groups.length % 5);
    rest = groups.slice(whole);
    yield decodedGroups(groups.slice(0, whole));
    if (isEnd) break;
  }
  yield decodedGroups(rest);
}

function upTo(end: string, bytes: Uint8Array): { text: string; isEnd: boolean } {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const at = text.indexOf(end);
  return at < 0 ? { text, isEnd: false } : { text: text.slice(0, at), isEnd: true };
}

function decodedGroups(groups: string): Buffer {
  const bytes = Buffer.alloc(Math.ceil(groups.length / 5) * 4);
  let length = 0;
  for (let at = 0; at < groups.length; at += 5) {
    const count = Math.min(5, groups.length - at);
    let value = 0;
    for (let n = 0; n < 5; n += 1) value = value * 85 + (n < count ? groups.charCodeAt(at + n) - 33 : 84);
    bytes.writeUInt32BE(value % 2 ** 32, length);
    length += count - 1;
  }
  return bytes.subarray(0, length);
}
