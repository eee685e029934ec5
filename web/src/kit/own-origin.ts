/** An address of a call of the vault; links of people and addresses of an object store have other paths. */
const CALL_ADDRESS = /^https?:\/\/[^/?#]+(?=\/api\/)/;

/**
 * The server builds its addresses from its own origin (GUARD-04). A page that was opened by another name of the same
 * server, such as localhost, reaches them at the origin of its other calls: the content security policy allows no
 * other.
 * @param data the data of a reply: an address, an object with an address in `url`, or anything else
 * @param base origin of the calls; '' is the page's own one
 */
export function withOwnOrigin(data: unknown, base = ''): unknown {
  if (typeof data === 'string') return data.replace(CALL_ADDRESS, () => base || location.origin);
  const { url } = (data ?? {}) as { url?: unknown };
  return typeof url === 'string' ? { ...(data as object), url: withOwnOrigin(url, base) } : data;
}
