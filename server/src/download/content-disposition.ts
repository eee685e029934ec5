/** Characters that encodeURIComponent does not encode, but RFC 8187 does not allow. */
const NOT_ATTRIBUTE_CHARACTERS = /['()*]/g;
/**
 * Not safe inside the plain, quoted name: other characters than printable ASCII, quotes, and `%`, which old browsers
 * decode.
 */
const NOT_PLAIN = /[^\x20-\x7e]|["\\%]/g;

/**
 * The header that makes a browser save a reply under a name (RFC 6266): the whole name in UTF-8, after a plain one for
 * old clients.
 */
export function attachment(fileName: string): string {
  return contentDisposition(fileName, 'attachment');
}

/** As `attachment`; `inline` lets the browser show the reply, and gives it a name for saving. */
export function contentDisposition(fileName: string, disposition: 'attachment' | 'inline'): string {
  const name = fileName.toWellFormed();
  const encoded = encodeURIComponent(name).replaceAll(
    NOT_ATTRIBUTE_CHARACTERS,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${name.replaceAll(NOT_PLAIN, '_')}"; filename*=UTF-8''${encoded}`;
}
