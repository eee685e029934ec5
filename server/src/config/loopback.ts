import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The loopback addresses (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3). IPv4 rules also match IPv4-mapped IPv6 addresses. */
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Whether only this machine can reach the address: a condition of the demo accounts (GUARD-01), of a start without
 * PUBLIC_URL (GUARD-04) and of an issuer without TLS.
 * @param host a host name, or an address in any spelling, such as 127.1, [::1] or ::ffff:127.0.0.1
 */
export function isLoopbackHost(host: string): boolean {
  const name = canonicalHost(host);
  if (name === 'localhost') return true;
  return isLoopbackAddress(name);
}

/** @param address as a socket reports it, such as ::ffff:127.0.0.1 */
export function isLoopbackAddress(address: string): boolean {
  if (isIPv4(address)) return loopback.check(address, 'ipv4');
  return isIPv6(address) && loopback.check(address, 'ipv6');
}

/** The parser of URLs accepts the spellings of addresses that the resolver of the system accepts. */
function canonicalHost(host: string): string {
  const address = `http://${isIPv6(host) ? `[${host}]` : host}`;
  if (!URL.canParse(address)) return '';
  const { hostname } = new URL(address);
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
