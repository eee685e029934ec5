/** Decoders of the codes that carry bytes as text. Each one passes over what is no code, as mail programs do. */

/** RFC 2045, 6.8. A part that ends with padding can be followed by another one. */
export function decodedBase64(text: string): Buffer {
  return Buffer.concat(
    text.split(/=+/).map((part) => Buffer.from(part.replaceAll(/[^A-Za-z0-9+/]/g, ''), 'base64')),
  );
}

/** RFC 2045, 6.7 */
export function decodedQuotedPrintable(text: string): Buffer {
  const joined = text.replaceAll(/=[ \t]*\r?\n/g, '');
  const bytes = joined.replaceAll(/=([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

/** POSIX.1-2017, uuencode: lines with the number of their bytes in front. */
export function decodedUu(text: string): Buffer {
  const lines = text.split(/\r?\n/).map((line) => {
    const length = (line.charCodeAt(0) - 32) & 63;
    const digits = Array.from(line.slice(1), (char) => (char.charCodeAt(0) - 32) & 63);
    const bytes = Buffer.alloc(Math.ceil(digits.length / 4) * 3);
    for (let at = 0; at < digits.length; at += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = digits.slice(at, at + 4);
      bytes.writeUIntBE((a << 18) | (b << 12) | (c << 6) | d, (at / 4) * 3, 3);
    }
    return bytes.subarray(0, length);
  });
  return Buffer.concat(lines);
}

/** ISO 32000-1, 7.4.2: up to `>`. */
export function decodedHex(bytes: Buffer): Buffer {
  const end = bytes.indexOf('>');
  const digits = bytes.toString('latin1', 0, end < 0 ? bytes.length : end).replaceAll(/[^0-9a-f]/gi, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

/** ISO 32000-1, 7.4.3: up to `~>`. */
export function decodedAscii85(bytes: Buffer): Buffer {
  const end = bytes.indexOf('~>');
  const text = bytes.toString('latin1', 0, end < 0 ? bytes.length : end).replaceAll(/[^!-uz]/g, '');
  const groups = text.replaceAll('z', '!!!!!');
  const decoded = Buffer.alloc(Math.ceil(groups.length / 5) * 4);
  let length = 0;
  for (let at = 0; at < groups.length; at += 5) {
    const group = groups.slice(at, at + 5);
    let value = 0;
    for (const char of group.padEnd(5, 'u')) value = value * 85 + char.charCodeAt(0) - 33;
    decoded.writeUInt32BE(value % 2 ** 32, length);
    length += group.length - 1;
  }
  return decoded.subarray(0, length);
}
