/** Characters that RFC 8187 lets stand in an encoded value, but encodeURIComponent as well, are the rest. */
const NOT_ATTRIBUTE_CHARACTERS = /['()*]/g;
/** Not safe inside the plain, quoted name: what is not printable ASCII, quotes, and what old browsers decode. */
const NOT_PLAIN = /[^\x20-\x7e]|["\\%]/g;

/**
 * The header that makes a browser save an answer under a name (RFC 6266): the whole name in UTF-8, and before it
 * a plain one for clients that do not know the other.
 */
export function attachment(fileName: string): string {
  return contentDisposition(fileName, 'attachment');
}

/** As `attachment`; `inline` lets the browser show the answer, which still has a name when it is saved. */
export function contentDisposition(fileName: string, disposition: 'attachment' | 'inline'): string {
  const name = fileName.toWellFormed();
  const encoded = encodeURIComponent(name).replaceAll(
    NOT_ATTRIBUTE_CHARACTERS,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${name.replaceAll(NOT_PLAIN, '_')}"; filename*=UTF-8''${encoded}`;
}
