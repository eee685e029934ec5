/** Characters that encodeURIComponent does not encode, but RFC 8187 does not allow. */
const NOT_ATTRIBUTE_CHARACTERS = /['()*]/g;
/**
 * Characters that are not safe inside the plain, quoted name: quotes, backslashes, `%`, which old browsers decode, and
 * everything that is not printable ASCII.
 */
const NOT_PLAIN = /[^\x20-\x7e]|["\\%]/g;

/**
 * Returns the header that makes a browser save a reply under a name (RFC 6266). It contains the complete name in UTF-8,
 * after a plain name for old clients.
 */
export function attachment(fileName: string): string {
  return contentDisposition(fileName, 'attachment');
}

/** Does the same as `attachment`; with `inline` the browser shows the reply and uses the name for saving. */
export function contentDisposition(fileName: string, disposition: 'attachment' | 'inline'): string {
  const name = fileName.toWellFormed();
  const encoded = encodeURIComponent(name).replaceAll(
    NOT_ATTRIBUTE_CHARACTERS,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${name.replaceAll(NOT_PLAIN, '_')}"; filename*=UTF-8''${encoded}`;
}
