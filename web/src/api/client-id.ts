/**
 * The id of this page, new with every load. The server sends the page no events of the page's own changes (C56).
 * `crypto.randomUUID` is not used, because pages without HTTPS do not have it.
 */
export const clientId = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');
