/**
 * The id of this page: the server sends it events of other pages' changes only (C56). New with every load; not created
 * by `crypto.randomUUID`, which is missing on pages without HTTPS.
 */
export const clientId = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');
