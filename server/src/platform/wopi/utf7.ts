/**
 * Decodes UTF-7 (RFC 2152), the encoding of names in WOPI headers. Other text stays unchanged; bytes above ASCII are
 * read as UTF-8, which some services send instead.
 * @param header as Node returns it: each byte is one character
 */
export function decodeUtf7(header: string): string {
  const text = /[\x80-\xff]/.test(header) ? Buffer.from(header, 'latin1').toString('utf8') : header;
  return text.replaceAll(/\+([A-Za-z0-9+/]*)(-?)/g, (whole, base64: string, minus: string) => {
    if (base64 === '') return minus === '-' ? '+' : whole;
    const bytes = Buffer.from(base64, 'base64');
    // The bits after the last character are padding: fewer than a character has.
    const units = Math.floor(bytes.length / 2);
    const isWhole = units > 0 && Math.ceil((units * 16) / 6) === base64.length;
    if (!isWhole) return whole;
    let decoded = '';
    for (let n = 0; n < units; n += 1) decoded += String.fromCharCode(bytes.readUInt16BE(n * 2));
    return decoded;
  });
}

/** Characters that every UTF-7 decoder leaves unchanged. */
const DIRECT = /[^A-Za-z0-9'(),\-./:? !#$%&*;=@[\]^_`{|}~]+/g;

/** @returns ASCII text for a header */
export function encodeUtf7(text: string): string {
  return text.replaceAll(DIRECT, (run) => {
    if (run === '+') return '+-';
    const bytes = Buffer.alloc(run.length * 2);
    for (let n = 0; n < run.length; n += 1) bytes.writeUInt16BE(run.charCodeAt(n), n * 2);
    return `+${bytes.toString('base64').replace(/=+$/, '')}-`;
  });
}
