/**
 * Why the vault cannot be used now:
 * - `unavailable`: the vault, or a gateway in front of it, answered that it cannot serve the call;
 * - `unreachable`: there was no reply.
 */
export type Outage = 'unavailable' | 'unreachable';

/** The HTTP statuses Bad Gateway, Service Unavailable and Gateway Timeout (RFC 9110, 15.6). */
const OUTAGE_STATUSES = new Set([502, 503, 504]);

/**
 * Returns the outage that a status means.
 * @param status the HTTP status or the envelope's code
 * @returns null for a reply of a working vault: a success, a refusal, or a failure of a single call
 */
export const outageOfStatus = (status: number): Outage | null =>
  OUTAGE_STATUSES.has(status) ? 'unavailable' : null;
