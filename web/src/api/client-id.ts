/**
 * Names this page to the server, which tells it what others changed, and not what it changed itself. New with every
 * load; not from `crypto.randomUUID`, which a page without HTTPS does not have.
 */
export const clientId = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');
